package dev.eddyline.policy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What answers a loop where the policy chooses nothing, in words that come from the answering. */
final class AnswerTable {

  private static final Rung AGAIN = new Rung(true, false, false, false, null);
  private static final Rung AT_THRESHOLD = new Rung(false, false, true, false, null);

  /** The targets that are asked, from the lowest. */
  private static final List<Target> LADDER =
      List.of(Target.DEBUGGER, Target.PLANNER, Target.LEADER, Target.USER);

  private AnswerTable() {}

  /** The first answer to a loop. */
  static String first(LoopType type) {
    return words(Actions.UNCHOSEN.of(example(type, 0), Rung.FIRST));
  }

  /** The answer when the same loop comes again; empty where it is the first. */
  static String again(LoopType type) {
    return other(type, Actions.UNCHOSEN.of(example(type, 0), AGAIN));
  }

  /** The answer when a number of the gate's or the rule's own is reached; empty likewise. */
  static String atThreshold(LoopType type) {
    int many = Actions.UNCHOSEN.forceNextAfter();
    return other(type, Actions.UNCHOSEN.of(example(type, many), AT_THRESHOLD));
  }

  /** Where an escalation goes that comes back after a person's decision, from each target. */
  static String afterDecision() {
    return LADDER.stream()
        .map(answered -> word(answered) + " → " + words(Answer.escalation(answered, answered)))
        .collect(Collectors.joining(", "));
  }

  /** What a key of the actions stands for when it is not chosen. */
  static String inWords(String key) {
    Optional<LoopType> named =
        Arrays.stream(LoopType.values()).filter(type -> word(type).equals(key)).findFirst();
    if (named.isEmpty()) {
      return "null: what the rule asks for, or else " + first(LoopType.CUSTOM);
    }
    LoopType type = named.get();
    return "null: %s%s%s"
        .formatted(
            first(type),
            more("the same loop again", again(type)),
            more("at a threshold", atThreshold(type)));
  }

  private static String more(String when, String answer) {
    return answer.isEmpty() ? "" : ", %s: %s".formatted(when, answer);
  }

  private static FoundLoop example(LoopType type, int number) {
    FoundLoop loop = new FoundLoop();
    loop.setLoopType(type);
    loop.setOccurrences(number);
    loop.setMeasured(number);
    loop.setLimit(Actions.UNCHOSEN.forceNextAfter());
    return loop;
  }

  private static String other(LoopType type, Answer answer) {
    String words = words(answer);
    return words.equals(first(type)) ? "" : words;
  }

  private static String words(Answer answer) {
    String action = word(answer.action());
    if (answer.target() == null) {
      return action;
    }
    String joint = answer.action() == Action.ESCALATE ? " to " : ", decided by ";
    return action + joint + word(answer.target());
  }

  static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
