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

/** Describes the default actions for loops, for generated pages. */
final class AnswerTable {

  private static final Rung AGAIN = new Rung(true, false, false, false, null);
  private static final Rung AT_THRESHOLD = new Rung(false, false, true, false, null);

  /** The escalation targets, lowest first. */
  private static final List<Target> LADDER =
      List.of(Target.DEBUGGER, Target.PLANNER, Target.LEADER, Target.USER);

  private AnswerTable() {}

  /** The first action for a loop. */
  static String first(LoopType type) {
    return words(Actions.UNCHOSEN.of(example(type, 0), Rung.FIRST));
  }

  /** The action when the same loop is detected again; empty if it is the first action. */
  static String again(LoopType type) {
    return other(type, Actions.UNCHOSEN.of(example(type, 0), AGAIN));
  }

  /** The action at a threshold of the gate or the detector; empty if it is the first action. */
  static String atThreshold(LoopType type) {
    int many = Actions.UNCHOSEN.forceNextAfter();
    return other(type, Actions.UNCHOSEN.of(example(type, many), AT_THRESHOLD));
  }

  /** The next target of an escalation after a human decision, for each target. */
  static String afterDecision() {
    return LADDER.stream()
        .map(answered -> word(answered) + " → " + words(Answer.escalation(answered, answered)))
        .collect(Collectors.joining(", "));
  }

  /** The meaning of an action key without a value. */
  static String inWords(String key) {
    Optional<LoopType> named =
        Arrays.stream(LoopType.values()).filter(type -> word(type).equals(key)).findFirst();
    if (named.isEmpty()) {
      return "null: the detector's own action, otherwise " + first(LoopType.CUSTOM);
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
