package dev.eddyline.detect.faults;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import dev.eddyline.yaml.Expression;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule that classifies failures.
 *
 * @param kind kind of a matching failure
 * @param match pattern to find in the message; linear time
 * @param errorType class of the error that the event must name for the rule to apply; empty for
 *     events that name none
 * @param host whether a matching message must name a remote host
 * @param requiredWordGroups lower-case words: every matching message contains one of each list.
 *     Searching for them is much cheaper than the pattern; may be empty
 */
public record FaultRule(
    FaultKind kind,
    Expression match,
    Optional<String> errorType,
    HostNames.Condition host,
    List<List<String>> requiredWordGroups) {

  private static final Expression NOTHING = Expression.of("[^\\x00-\\x{10FFFF}]");

  public FaultRule {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(errorType, "errorType");
    Objects.requireNonNull(host, "host");
    requiredWordGroups = requiredWordGroups.stream().map(List::copyOf).toList();
  }

  /** A rule in the file of the built-in rules. */
  private record Shipped(
      String type, String match, @Nullable String host, @Nullable List<List<String>> words) {

    FaultRule rule() {
      return new FaultRule(
          FaultKind.byErrorType(type).orElseThrow(),
          Expression.of(match),
          Optional.empty(),
          host == null
              ? HostNames.Condition.ANY
              : HostNames.Condition.valueOf(host.toUpperCase(Locale.ROOT)),
          words == null ? List.of() : words);
    }
  }

  /** The built-in rules in evaluation order. */
  static List<FaultRule> shipped() {
    try (InputStream file = FaultRule.class.getResourceAsStream("/external-faults.yaml")) {
      return Stream.of(new YAMLMapper().readValue(file, Shipped[].class))
          .map(Shipped::rule)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a rule from a policy's mapping: {@code type}, {@code match}, {@code errorType}. */
  static FaultRule read(Section section) {
    FaultKind kind =
        section
            .about("kind of a matching failure; none: an own failure of the agent")
            .required("type", ScalarTypes.oneOf(List.of(FaultKind.values())));
    Expression match =
        section
            .about("pattern to find in the message")
            .required(
                "match",
                ScalarTypes.EXPRESSION,
                "is required: a regular expression in RE2's syntax");
    Optional<String> errorType =
        Optional.ofNullable(
            section
                .about("class of the error that the event must name; null: the event names none")
                .text("errorType", null));
    section.rejectUnknownKeys();
    return new FaultRule(
        kind == null ? FaultKind.NONE : kind,
        match == null ? NOTHING : match,
        errorType,
        HostNames.Condition.ANY,
        List.of());
  }

  /**
   * Whether a failure matches the rule.
   *
   * @param named error class given by the event, or null
   * @param message its message
   */
  boolean matches(@Nullable String named, String message) {
    boolean applies =
        errorType
            .map(
                own ->
                    named != null
                        && FaultKind.normalizeKindName(own)
                            .equals(FaultKind.normalizeKindName(named)))
            .orElse(named == null);
    return applies && match.hasMatchIn(message);
  }
}
