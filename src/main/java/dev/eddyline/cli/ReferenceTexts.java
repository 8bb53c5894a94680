package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.config.Settings;
import dev.eddyline.reference.PublishedWorkflows;
import dev.eddyline.text.Nearest;
import dev.eddyline.text.Printable;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands that put something for a workflow have in common. */
final class ReferenceTexts {

  private ReferenceTexts() {}

  /** The text of a file. */
  static String of(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": no such file");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException notText) {
      throw new IOException(file + ": is no UTF-8 text", notText);
    }
  }

  /**
   * Whether there is nothing to take back, which is told.
   *
   * @param what what a record of the topic is, in a word
   */
  static boolean isWithout(
      CommandSpec spec,
      Settings settings,
      TopicCatalogue topics,
      TopicRole role,
      String workflow,
      String what) {
    String topic = topics.name(role);
    try {
      Set<String> known =
          PublishedWorkflows.read(settings, topics, role, Application.CLUSTER_LIMIT);
      if (!known.contains(workflow)) {
        spec.commandLine()
            .getOut()
            .println(
                Printable.escape(
                    "%s: has no %s on %s, nothing was taken back%s"
                        .formatted(workflow, what, topic, Nearest.hint(workflow, known))));
        spec.commandLine().getOut().flush();
      }
      return !known.contains(workflow);
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "%s cannot be read: %s".formatted(topic, unread.getMessage()), unread);
    }
  }
}
