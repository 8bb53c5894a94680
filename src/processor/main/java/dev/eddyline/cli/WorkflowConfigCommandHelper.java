package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Settings;
import dev.eddyline.keys.Nearest;
import dev.eddyline.reference.PublishedWorkflows;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Model.CommandSpec;

/** Helper methods of the commands that publish or delete a workflow's policy or graph. */
final class WorkflowConfigCommandHelper {

  private WorkflowConfigCommandHelper() {}

  /** Reads a UTF-8 file. */
  static String readUtf8File(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (IOException unread) {
      throw new IOException(file + ": " + FileProblem.reason(unread), unread);
    }
  }

  /**
   * Whether there is nothing to delete; if so, prints a message.
   *
   * @param recordKind the kind of record, in one word
   */
  static boolean reportIfNothingToDelete(
      CommandSpec spec,
      Settings settings,
      TopicCatalogue topics,
      TopicRole role,
      String workflow,
      String recordKind) {
    String topic = topics.name(role);
    try {
      Set<String> known =
          PublishedWorkflows.read(settings, topics, role, Application.CLUSTER_TIMEOUT);
      if (!known.contains(workflow)) {
        spec.commandLine()
            .getOut()
            .println(
                Printable.escape(
                    "%s: has no %s on %s, nothing was deleted%s"
                        .formatted(workflow, recordKind, topic, Nearest.hint(workflow, known))));
        spec.commandLine().getOut().flush();
      }
      return !known.contains(workflow);
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "%s cannot be read: %s".formatted(topic, unread.getMessage()), unread);
    }
  }
}
