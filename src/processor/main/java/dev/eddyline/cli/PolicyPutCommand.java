package dev.eddyline.cli;

import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline policy put}: publishes a workflow's policy to all running instances. */
@Command(
    name = "put",
    description =
        "Checks a policy and activates it for a workflow (or default: every workflow without its"
            + " own policy) in all running instances. With --delete the configuration's policy"
            + " applies again.",
    mixinStandardHelpOptions = true)
final class PolicyPutCommand implements Callable<Integer> {

  private static final String WHAT = "policy";

  @Spec private CommandSpec spec;

  @Mixin private WorkflowConfigOptions options;

  @Parameters(
      index = "0",
      paramLabel = "WORKFLOW",
      description = "name of the workflow, or default")
  private String workflow;

  @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "the policy, YAML")
  private Path file;

  @Override
  public Integer call() throws Exception {
    TopicRole role = TopicRole.LOOP_POLICIES;
    if (options.requireFileOrDelete(workflow, file)) {
      return options.publishOrDeleteConfig(spec, role, WHAT, workflow, LoopPolicy.class, null, "");
    }
    String yaml = WorkflowConfigCommandHelper.readUtf8File(file);
    Policy policy = PolicyReader.readFor(workflow, file.toString(), yaml);
    LoopPolicy value = new LoopPolicy(yaml, System.getProperty("user.name"), options.note());
    String done = "policy %s, version %s, published".formatted(policy.name(), policy.version());
    return options.publishOrDeleteConfig(spec, role, WHAT, workflow, LoopPolicy.class, value, done);
  }
}
