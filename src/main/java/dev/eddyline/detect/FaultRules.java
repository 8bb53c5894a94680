package dev.eddyline.detect;

import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.yaml.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
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

  /** Whether a rule depends on whether the message names a remote host. */
  private final boolean hasHostConditions;

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
    hasHostConditions = rules.stream().anyMatch(rule -> rule.host() != HostNames.Condition.ANY);
  }

  /** Reads the rules of a policy's section; without any, the built-in ones. */
  static FaultRules read(Section section) {
    return section
        .sectionsIfAny("rules", MAX_RULES)
        .map(own -> new FaultRules(own.stream().map(FaultRule::read).toList()))
        .orElse(SHIPPED);
  }

  /** The kind of external fault of an event; empty if it is none. */
  Optional<FaultKind> kind(Object body) {
    if (body instanceof FailureReported failure) {
      return kind(failure.getMessage(), failure.getErrorType());
    }
    return body instanceof ToolReturned returned && returned.getIsError()
        ? kind(returned.getOutput(), null)
        : Optional.empty();
  }

  private Optional<FaultKind> kind(String message, @Nullable String errorType) {
    Optional<FaultKind> named = FaultKind.byErrorType(errorType);
    if (named.isPresent() && named.get() != FaultKind.NONE) {
      return named;
    }
    String word = named.isPresent() ? errorType : null;
    String scannedText = headAndTail(message);
    BitSet found = requiredWords.in(scannedText);
    boolean remote = hasHostConditions && HostNames.namesRemoteHost(scannedText);
    for (int i = 0; i < rules.size(); i++) {
      FaultRule rule = rules.get(i);
      boolean mayMatch =
          found.nextClearBit(firstWordGroupIndexByRule[i]) >= firstWordGroupIndexByRule[i + 1];
      if (mayMatch && isFulfilled(rule.host(), remote) && rule.matches(word, scannedText)) {
        return Optional.of(rule.kind()).filter(kind -> kind != FaultKind.NONE);
      }
    }
    return Optional.empty();
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
