package dev.eddyline.detect.faults;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.redaction.RequiredWords;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Separates external faults from an agent's own failures: by the event's error type, or else by the
 * first matching rule.
 */
public final class FaultRules {

  /** Maximum rules of a policy; each is tried on each failure. */
  private static final int MAX_RULES = 256;

  /** Characters scanned at each end of a message. */
  private static final int SCANNED_CHARS_PER_END = 4_096;

  /** The built-in rules. */
  static final FaultRules SHIPPED = new FaultRules(FaultRule.shipped());

  private final List<FaultRule> rules;
  private final RequiredWords requiredWords;

  /** Index of each rule's first list of required words, and the total number of lists. */
  private final int[] firstWordGroupIndexByRule;

  /** Rules in evaluation order. */
  public FaultRules(List<FaultRule> rules) {
    this.rules = List.copyOf(rules);
    firstWordGroupIndexByRule = new int[rules.size() + 1];
    List<List<String>> groups = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      groups.addAll(rules.get(i).requiredWordGroups());
      firstWordGroupIndexByRule[i + 1] = groups.size();
    }
    requiredWords = new RequiredWords(groups);
  }

  /** Reads the rules of a policy's section; without any, the built-in ones. */
  static FaultRules read(Section section) {
    List<FaultRule> own = section.mappings("rules", null, MAX_RULES, FaultRule::read);
    return own == null ? SHIPPED : new FaultRules(own);
  }

  /** The kind of external fault of an event; empty if it is none. */
  Optional<FaultKind> kind(Object body) {
    if (body instanceof FailureReported failure) {
      return kind(failure.getMessage(), failure.getErrorType());
    }
    return body instanceof ToolReturned returned && returned.getIsError()
        ? kind(ToolTexts.output(returned), null)
        : Optional.empty();
  }

  /** The kind of external fault in a message; empty if it is none. */
  Optional<FaultKind> kindOfMessage(String message) {
    return kind(message, null);
  }

  private Optional<FaultKind> kind(String message, @Nullable String errorType) {
    Optional<FaultKind> named = FaultKind.byErrorType(errorType);
    if (named.isPresent() && named.get() != FaultKind.NONE) {
      return named;
    }
    Search search = new Search(headAndTail(message), named.isPresent() ? errorType : null);
    // most failures match no rule for a fault, so the rules for own failures come second
    for (int i = 0; i < rules.size(); i++) {
      FaultRule rule = rules.get(i);
      if (rule.kind() != FaultKind.NONE && search.matches(i)) {
        boolean own =
            IntStream.range(0, i)
                .anyMatch(
                    before -> rules.get(before).kind() == FaultKind.NONE && search.matches(before));
        return own ? Optional.empty() : Optional.of(rule.kind());
      }
    }
    return Optional.empty();
  }

  /** The rules in one message. */
  private final class Search {

    private final String message;
    private final @Nullable String errorType;
    private final BitSet found;
    private @Nullable Boolean namesRemoteHost;

    Search(String message, @Nullable String errorType) {
      this.message = message;
      this.errorType = errorType;
      found = requiredWords.in(message);
    }

    boolean matches(int index) {
      FaultRule rule = rules.get(index);
      return found.nextClearBit(firstWordGroupIndexByRule[index])
              >= firstWordGroupIndexByRule[index + 1]
          && (rule.host() == HostNames.Condition.ANY || isFulfilled(rule.host(), namesRemoteHost()))
          && rule.matches(errorType, message);
    }

    private boolean namesRemoteHost() {
      if (namesRemoteHost == null) {
        namesRemoteHost = HostNames.namesRemoteHost(message);
      }
      return namesRemoteHost;
    }
  }

  private static boolean isFulfilled(HostNames.Condition condition, boolean remote) {
    return switch (condition) {
      case REMOTE -> remote;
      case NO_REMOTE -> !remote;
      case ANY -> true;
    };
  }

  private static String headAndTail(String message) {
    int length = message.length();
    return length <= 2 * SCANNED_CHARS_PER_END
        ? message
        : message.substring(0, SCANNED_CHARS_PER_END)
            + "\n"
            + message.substring(length - SCANNED_CHARS_PER_END);
  }
}
