package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.reference.PublishedWorkflows;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.text.Nearest;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
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
    String yaml = delete ? null : text(file);
    Policy policy = delete ? null : PolicyReader.readFor(workflow, file.toString(), yaml);
    LoopPolicy value = delete ? null : new LoopPolicy(yaml, System.getProperty("user.name"), note);
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_LIMIT)) {
      admin.check();
    }
    if (delete && isWithoutPolicy(settings, topics)) {
      return ExitCode.OK;
    }
    RecordMetadata put = send(settings, topics.topic(TopicRole.LOOP_POLICIES), value);
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

  /** Whether there is nothing to take back, which is told. */
  private boolean isWithoutPolicy(Settings settings, TopicCatalogue topics) {
    String topic = topics.name(TopicRole.LOOP_POLICIES);
    try {
      Set<String> known = PublishedWorkflows.read(settings, topics, Application.CLUSTER_LIMIT);
      if (!known.contains(workflow)) {
        spec.commandLine()
            .getOut()
            .printf(
                "%s: has no policy on %s, nothing was taken back%s%n",
                workflow, topic, Nearest.hint(workflow, known))
            .flush();
      }
      return !known.contains(workflow);
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "%s cannot be read: %s".formatted(topic, unread.getMessage()), unread);
    }
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": no such file");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException notText) {
      throw new IOException(file + ": is no UTF-8 text", notText);
    }
  }

  private RecordMetadata send(Settings settings, TopicSpec topic, LoopPolicy value)
      throws InterruptedException {
    String bootstrap = settings.get(Setting.BOOTSTRAP_SERVERS);
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) Application.CLUSTER_LIMIT.toMillis());
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, topic.maxMessageBytes());
    try (SchemaRegistry registry =
            new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_LIMIT);
        KafkaProducer<String, LoopPolicy> producer =
            new KafkaProducer<>(
                config, new StringSerializer(), new AvroSerializer<>(LoopPolicy.class, registry))) {
      return producer.send(new ProducerRecord<>(topic.name(), workflow, value)).get();
    } catch (ExecutionException refused) {
      throw new ClusterUnreachableException(
          "the policy could not be put: " + refused.getCause().getMessage(), refused.getCause());
    }
  }
}
