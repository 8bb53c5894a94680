package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.reference.ReferencePut;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline policy put}: a workflow's policy, for all instances, while they run. */
@Command(
    name = "put",
    description =
        "Checks a policy and puts it in force for a workflow (or default: every workflow without a"
            + " policy of its own) in all running instances; with --delete the configuration's"
            + " policy is in force again.",
    mixinStandardHelpOptions = true)
final class PolicyPutCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private SettingsOptions options;

  @Parameters(
      index = "0",
      paramLabel = "WORKFLOW",
      description = "name of the workflow, or default")
  private String workflow;

  @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "the policy, YAML")
  private Path file;

  @Option(names = "--delete", description = "takes the workflow's policy back, in place of FILE")
  private boolean delete;

  @Option(names = "--note", paramLabel = "TEXT", description = "why, for those who look later")
  private String note;

  @Override
  public Integer call() throws Exception {
    if (workflow.isBlank()) {
      throw new InvalidSettingException("WORKFLOW: must not be empty");
    }
    if (delete == (file != null)) {
      throw new InvalidSettingException("either FILE or --delete is required");
    }
    String yaml = delete ? null : ReferenceTexts.of(file);
    Policy policy = delete ? null : PolicyReader.readFor(workflow, file.toString(), yaml);
    LoopPolicy value = delete ? null : new LoopPolicy(yaml, System.getProperty("user.name"), note);
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_LIMIT)) {
      admin.check();
    }
    if (delete
        && ReferenceTexts.isWithout(
            spec, settings, topics, TopicRole.LOOP_POLICIES, workflow, "policy")) {
      return ExitCode.OK;
    }
    RecordMetadata put =
        ReferencePut.put(
            settings,
            topics.topic(TopicRole.LOOP_POLICIES),
            workflow,
            LoopPolicy.class,
            value,
            Application.CLUSTER_LIMIT);
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %s (offset %d of %s)%n",
            workflow,
            delete
                ? "policy taken back"
                : "policy %s, version %s, put".formatted(policy.name(), policy.version()),
            put.offset(),
            put.topic());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
