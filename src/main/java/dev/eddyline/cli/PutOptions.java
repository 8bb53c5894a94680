package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.reference.ReferencePut;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What the commands that put something for a workflow, or take it back, have in common. */
final class PutOptions {

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--delete",
      description = "takes back what was put for the workflow, in place of FILE")
  private boolean delete;

  @Option(names = "--note", paramLabel = "TEXT", description = "why, for those who look later")
  private String note;

  /**
   * Whether something is to be taken back; else there is a file.
   *
   * @throws InvalidSettingException where the command line does not say which
   */
  boolean isDelete(String workflow, Path file) {
    if (workflow.isBlank()) {
      throw new InvalidSettingException("WORKFLOW: must not be empty");
    }
    if (delete == (file != null)) {
      throw new InvalidSettingException("either FILE or --delete is required");
    }
    return delete;
  }

  /** Why; null where nobody told. */
  String note() {
    return note;
  }

  /**
   * Puts a value for a workflow, or takes back what is there, and tells so.
   *
   * @param what what a value is, in a word
   * @param value null to take back
   * @param done what is told of a value that was put
   */
  <T extends SpecificRecord> int put(
      CommandSpec spec,
      TopicRole role,
      String what,
      String workflow,
      Class<T> type,
      T value,
      String done)
      throws Exception {
    Settings all = settings.settings();
    TopicCatalogue topics = TopicCatalogue.load(all.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(all), Application.CLUSTER_LIMIT)) {
      admin.check();
    }
    if (value == null && ReferenceTexts.isWithout(spec, all, topics, role, workflow, what)) {
      return ExitCode.OK;
    }
    RecordMetadata put =
        ReferencePut.put(all, topics.topic(role), workflow, type, value, Application.CLUSTER_LIMIT);
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %s (offset %d of %s)%n",
            workflow, value == null ? what + " taken back" : done, put.offset(), put.topic())
        .flush();
    return ExitCode.OK;
  }
}
