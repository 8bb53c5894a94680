package dev.eddyline.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The ACL rules of {@code deploy/acls.txt}. */
final class AclFile {

  private static final Path RUN = Path.of("deploy/acls.txt");
  private static final Path FORGET = Path.of("deploy/acls-forget.txt");
  private static final Path EVALUATOR = Path.of("deploy/acls-evaluator.txt");
  private static final Path GATEWAY = Path.of("deploy/acls-gateway.txt");
  private static final Path NOTIFIER = Path.of("deploy/acls-notifier.txt");

  /** The predecessor of a take-over. */
  static final String PREDECESSOR = "predecessor";

  private AclFile() {}

  /**
   * An ACL rule.
   *
   * @param name of the resource, with its placeholders
   */
  record AclRule(ResourceType type, PatternType pattern, String name, AclOperation operation) {

    /** The rule as an ACL binding of the broker. */
    AclBinding of(String user, String prefix, String id) {
      return new AclBinding(
          new ResourcePattern(type, resource(prefix, id), pattern),
          new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    }

    /** Whether it is for a topic. */
    boolean isTopic() {
      return type == ResourceType.TOPIC;
    }

    /** Name of the resource. */
    String resource(String prefix, String id) {
      return name.replace("{prefix}", prefix).replace("{id}", id).replace("{old}", PREDECESSOR);
    }

    @Override
    public String toString() {
      return operation + " " + type + " " + name;
    }
  }

  /** All ACL rules of a processor, in the order of the file. */
  static List<AclRule> rights() {
    return parsed(lines(RUN));
  }

  /** Additional ACL rules of a take-over. */
  static List<AclRule> ofATakeOver() {
    return parsed(
        lines(RUN).stream().filter(it -> it.startsWith("#? ")).map(it -> it.substring(3)).toList());
  }

  /** All ACL rules of an evaluator, in the order of the file. */
  static List<AclRule> evaluator() {
    return parsed(lines(EVALUATOR));
  }

  /** All ACL rules of {@code eddyline notifier}, in the order of the file. */
  static List<AclRule> notifier() {
    return parsed(lines(NOTIFIER));
  }

  /** All ACL rules of {@code eddyline gateway}, in the order of the file. */
  static List<AclRule> gateway() {
    return parsed(lines(GATEWAY));
  }

  /** All ACL rules of {@code eddyline forget}, in the order of the file. */
  static List<AclRule> forget() {
    return parsed(lines(FORGET));
  }

  private static List<AclRule> parsed(List<String> lines) {
    List<AclRule> rights = new ArrayList<>();
    for (String line : lines) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.strip().split(" +");
        for (String operation : List.of(words).subList(3, words.length)) {
          rights.add(
              new AclRule(
                  ResourceType.valueOf(words[0].replace('-', '_').toUpperCase(Locale.ROOT)),
                  PatternType.valueOf(words[1].toUpperCase(Locale.ROOT)),
                  words[2],
                  AclOperation.valueOf(snake(operation))));
        }
      }
    }
    return rights;
  }

  private static String snake(String operation) {
    return operation.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
