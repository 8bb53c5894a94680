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
final class ActionDescriptions {

  private static final EscalationLevel REPEATED_LOOP_LEVEL =
      new EscalationLevel(true, false, false, false, null);
  private static final EscalationLevel AT_THRESHOLD =
      new EscalationLevel(false, false, true, false, null);

  /** The escalation targets, lowest first. */
  private static final List<Target> ESCALATION_LADDER =
      List.of(Target.DEBUGGER, Target.PLANNER, Target.LEADER, Target.USER);

  private ActionDescriptions() {}

  /** The first action for a loop. */
  static String describeFirstAction(LoopType type) {
    return describeAction(
        LoopActions.DEFAULT_ACTIONS.chooseAction(example(type, 0), EscalationLevel.LOWEST));
  }

  /** The action when the same loop is detected again; empty if it is the first action. */
  static String describeActionOnRepeat(LoopType type) {
    return describeUnlessFirstAction(
        type, LoopActions.DEFAULT_ACTIONS.chooseAction(example(type, 0), REPEATED_LOOP_LEVEL));
  }

  /** The action at a threshold of the gate or the detector; empty if it is the first action. */
  static String describeActionAtThreshold(LoopType type) {
    int many = LoopActions.DEFAULT_ACTIONS.forceNextAfter();
    return describeUnlessFirstAction(
        type, LoopActions.DEFAULT_ACTIONS.chooseAction(example(type, many), AT_THRESHOLD));
  }

  /** The next target of an escalation after a human decision, for each target. */
  static String describeEscalationsAfterDecision() {
    return ESCALATION_LADDER.stream()
        .map(
            target ->
                lowerCaseName(target)
                    + " → "
                    + describeAction(ChosenAction.escalateAbove(target, target)))
        .collect(Collectors.joining(", "));
  }

  /** The meaning of an action key without a value. */
  static String describeDefaultOfKey(String key) {
    Optional<LoopType> named =
        Arrays.stream(LoopType.values())
            .filter(type -> lowerCaseName(type).equals(key))
            .findFirst();
    if (named.isEmpty()) {
      return "null: the detector's own action, otherwise " + describeFirstAction(LoopType.CUSTOM);
    }
    LoopType type = named.get();
    return "null: %s%s%s"
        .formatted(
            describeFirstAction(type),
            optionalActionClause("the same loop again", describeActionOnRepeat(type)),
            optionalActionClause("at a threshold", describeActionAtThreshold(type)));
  }

  private static String optionalActionClause(String when, String answer) {
    return answer.isEmpty() ? "" : ", %s: %s".formatted(when, answer);
  }

  private static FoundLoop example(LoopType type, int number) {
    FoundLoop loop = new FoundLoop();
    loop.setLoopType(type);
    loop.setOccurrences(number);
    loop.setMeasured(number);
    loop.setLimit(LoopActions.DEFAULT_ACTIONS.forceNextAfter());
    return loop;
  }

  private static String describeUnlessFirstAction(LoopType type, ChosenAction answer) {
    String words = describeAction(answer);
    return words.equals(describeFirstAction(type)) ? "" : words;
  }

  private static String describeAction(ChosenAction answer) {
    String action = lowerCaseName(answer.action());
    if (answer.target() == null) {
      return action;
    }
    String separator = answer.action() == Action.ESCALATE ? " to " : ", decided by ";
    return action + separator + lowerCaseName(answer.target());
  }

  static String lowerCaseName(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
