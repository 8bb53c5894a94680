package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.reference.ReferencePublisher;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options and actions of the commands that publish or delete a workflow's policy or graph. */
final class WorkflowConfigOptions {

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--delete",
      description = "deletes what was published for the workflow; use instead of FILE")
  private boolean delete;

  @Option(names = "--note", paramLabel = "TEXT", description = "reason of the change")
  private String note;

  /**
   * Whether to delete; otherwise there is a file.
   *
   * @throws InvalidSettingException unless exactly one of FILE and --delete is given
   */
  boolean requireFileOrDelete(String workflow, Path file) {
    if (workflow.isBlank()) {
      throw new InvalidSettingException("WORKFLOW: must not be empty");
    }
    if (delete == (file != null)) {
      throw new InvalidSettingException("either FILE or --delete is required");
    }
    return delete;
  }

  /** The reason of the change; null where none was given. */
  String note() {
    return note;
  }

  /**
   * Publishes a value for a workflow, or deletes it, and prints a message.
   *
   * @param recordKind the kind of value, in one word
   * @param value null to delete
   * @param successMessage the message for a published value
   */
  <T extends SpecificRecord> int publishOrDeleteConfig(
      CommandSpec spec,
      TopicRole role,
      String recordKind,
      String workflow,
      Class<T> type,
      T value,
      String successMessage)
      throws Exception {
    Settings all = settings.settings();
    TopicCatalogue topics = TopicCatalogue.load(all.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin = settings.topicAdmin(all, topics)) {
      admin.requireTopicsReady();
    }
    if (value == null
        && WorkflowConfigCommandHelper.reportIfNothingToDelete(
            spec, all, topics, role, workflow, recordKind)) {
      return ExitCode.OK;
    }
    RecordMetadata published =
        ReferencePublisher.publish(
            all, topics.topic(role), workflow, type, value, Application.CLUSTER_TIMEOUT);
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %s (offset %d of %s)%n",
            workflow,
            value == null ? recordKind + " deleted" : successMessage,
            published.offset(),
            published.topic())
        .flush();
    return ExitCode.OK;
  }
}
