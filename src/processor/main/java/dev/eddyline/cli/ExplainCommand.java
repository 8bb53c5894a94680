package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.app.TaskEventReader;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.reference.ConfigInForce;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.replay.ExplainedEvent;
import dev.eddyline.replay.TaskExplanation;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline explain}: prints what the detectors made of each event of a task. */
@Command(
    name = "explain",
    description =
        "Reads the events of a task and replays them in this process, under the policies and graphs"
            + " in force now. Prints what the detectors made of each event. The processor need not"
            + " run, and nothing is published.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

  @Mixin private SettingsOptions options;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TASK", description = "id of the task")
  private String taskId;

  @Option(names = "--json", description = "print each event as a line of JSON")
  private boolean isJson;

  @Override
  public Integer call() {
    if (taskId.isBlank()) {
      throw new InvalidSettingException("TASK: must not be blank");
    }
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    int partitions;
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      partitions = admin.requireTopicsReady();
    }
    try (SchemaRegistry registry =
        new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT)) {
      TaskEventReader reader =
          new TaskEventReader(
              settings, topics, partitions, registry, TaskEventReader.LIMITS_OF_COMMAND);
      TaskRecords found = reader.read(taskId);
      if (!found.isOfTaskFound()) {
        printUnknownTask(topics.name(TopicRole.AGENT_EVENTS), reader.homePartition(taskId));
        return ExitCode.FAILED;
      }
      explain(found, configInForce(settings, topics, registry));
    }
    return ExitCode.OK;
  }

  private static ConfigInForce configInForce(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry) {
    try {
      return ConfigInForce.read(settings, topics, registry, Application.CLUSTER_TIMEOUT);
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "policies and graphs cannot be read: " + unread.getMessage(), unread);
    }
  }

  private void printUnknownTask(String topic, int partition) {
    spec.commandLine()
        .getErr()
        .println(
            Printable.escape(
                "eddyline: partition %d of %s has no record with the key %s: is the id right, was"
                        .formatted(partition, topic, Printable.quote(taskId))
                    + " the retention too short, or did the producer choose another partition?"));
    spec.commandLine().getErr().flush();
  }

  private void explain(TaskRecords found, ConfigInForce config) {
    PrintWriter out = spec.commandLine().getOut();
    TaskExplanation explanation =
        new TaskExplanation(config.policies(), config.graphs(), taskId, found.leftOutWorkflow());
    for (TaskRecord record : found.records()) {
      record
          .rejection()
          .ifPresent(
              reason ->
                  print(out, explanation.explainUnreadable(record.key(), record.at(), reason)));
      for (AgentEvent event : record.events()) {
        explanation.explain(event, record.at()).ifPresent(explained -> print(out, explained));
      }
    }
    if (!isJson) {
      out.println(Printable.escapeLines(explanation.summary()));
    }
    if (found.isLimited()) {
      spec.commandLine().getErr().println("eddyline: older records of the task were left out");
      spec.commandLine().getErr().flush();
    }
    out.flush();
  }

  private void print(PrintWriter out, ExplainedEvent event) {
    out.println(isJson ? event.toJson() : event.toText());
  }
}
