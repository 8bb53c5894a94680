package dev.eddyline.policy;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.TaskAttempts;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import dev.eddyline.text.Section;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which action answers which loop.
 *
 * @param chosen what the policy chose in place of the specification's own action, by loop type or
 *     by the name of a rule of one's own
 * @param forceNextAfter attempts from which a task without progress is left (document 004: 5)
 */
public record Actions(Map<String, Action> chosen, int forceNextAfter) {

  private static final List<Action> ALLOWED =
      List.of(
          Action.RETRY_WITH_HINT,
          Action.ESCALATE,
          Action.BLOCK_TRANSITION,
          Action.FORCE_NEXT,
          Action.UNBLOCK_AUTHORITY,
          Action.FORCE_CONTINUE,
          Action.ABORT,
          Action.CLOSE);

  private static final List<LoopType> NOT_CHOSEN =
      List.of(LoopType.UNKNOWN, LoopType.OK, LoopType.EXTERNAL_FAULT, LoopType.CUSTOM);

  /** Document 004, "Force Next". */
  private static final int FORCE_NEXT_AFTER = 5;

  /** The one row of the table whose action changes at a threshold. */
  private static final Set<LoopType> HINT_UNTIL_THRESHOLD =
      Set.of(
          LoopType.IDENTICAL_FAILURE,
          LoopType.COLLABORATION_LOOP,
          LoopType.REGRESSIVE_PROGRESS,
          LoopType.NO_MEASURABLE_PROGRESS,
          LoopType.REPEATED_ACTION,
          LoopType.REPEATED_MESSAGE);

  public Actions {
    chosen = Map.copyOf(chosen);
  }

  /** What a policy says that chooses nothing. */
  static final Actions UNCHOSEN = new Actions(Map.of(), FORCE_NEXT_AFTER);

  /** The key of the action for every loop type that is not named (document 000, onLoop). */
  static final String DEFAULT = "default";

  /** The actions that a section of a policy chooses. */
  static Actions read(Section section) {
    Map<String, Action> chosen = new TreeMap<>();
    Action otherwise =
        section
            .about("what answers every loop type and rule that is not named; null: as below")
            .oneOf(DEFAULT, null, ALLOWED);
    for (String key : keys()) {
      Action named = section.about(AnswerTable.inWords(key)).oneOf(key, null, ALLOWED);
      section.describe(key, "one of the actions above");
      Action action = named == null ? otherwise : named;
      if (action != null) {
        chosen.put(key, action);
      }
    }
    int forceNextAfter =
        section
            .about("attempts from which no_progress_repeat is answered with force_next")
            .integer("forceNextAfter", FORCE_NEXT_AFTER, 2, TaskAttempts.MAX_COUNTED);
    section.refuseOthers();
    return new Actions(chosen, forceNextAfter);
  }

  /** The keys that name a loop type, or a rule of one's own. */
  static List<String> keys() {
    Stream<String> types =
        Arrays.stream(LoopType.values())
            .filter(type -> !NOT_CHOSEN.contains(type))
            .map(Actions::key);
    Stream<String> own = Detectors.OWN.stream().map(Detector::key);
    return Stream.concat(types, own).toList();
  }

  private static String key(LoopType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String key(FoundLoop loop) {
    return loop.getRule() == null ? key(loop.getLoopType()) : loop.getRule();
  }

  /** What answers a loop at this rung (specification, section 4). */
  Answer of(FoundLoop loop, Rung rung) {
    Action own = loop.getSuggested() == null ? preset(loop, rung) : loop.getSuggested();
    Action action = chosen.getOrDefault(key(loop), own);
    if (action == own && rung.again() && climbs(loop.getLoopType())) {
      return Answer.escalation(Target.USER, rung.answered());
    }
    return switch (action) {
      case ESCALATE -> Answer.escalation(first(loop.getLoopType()), rung.answered());
      case RETRY_WITH_HINT -> hint(loop.getLoopType(), rung);
      case BLOCK_TRANSITION -> new Answer(action, Target.USER);
      default -> new Answer(action, null);
    };
  }

  private static Answer hint(LoopType type, Rung rung) {
    boolean changes = HINT_UNTIL_THRESHOLD.contains(type);
    if (changes && rung.personDecides()) {
      return Answer.escalation(Target.USER, rung.answered());
    }
    return changes && rung.near()
        ? Answer.escalation(Target.DEBUGGER, rung.answered())
        : new Answer(Action.RETRY_WITH_HINT, null);
  }

  /** Whether the same loop again goes to a person. */
  private static boolean climbs(LoopType type) {
    return type == LoopType.SIMILAR_RESPONSE
        || type == LoopType.BLOCKED_TASK_SPIN
        || first(type) == Target.PLANNER;
  }

  /** Who decides first. */
  private static Target first(LoopType type) {
    return switch (type) {
      case TRANSITION_PATTERN, OSCILLATING_CYCLE, CROSS_TASK_CYCLE, UNBOUNDED_RETRY ->
          Target.PLANNER;
      default -> Target.USER;
    };
  }

  private Action preset(FoundLoop loop, Rung rung) {
    if (HINT_UNTIL_THRESHOLD.contains(loop.getLoopType())) {
      return Action.RETRY_WITH_HINT;
    }
    return switch (loop.getLoopType()) {
      case SIMILAR_RESPONSE -> Action.RETRY_WITH_HINT;
      case EXTERNAL_FAULT ->
          loop.getMeasured() < loop.getLimit() ? Action.WAIT_AND_RETRY : Action.ESCALATE;
      case TRANSITION_LIMIT_EXCEEDED -> Action.BLOCK_TRANSITION;
      case STEP_ITERATION_EXCEEDED -> rung.proposed() ? Action.BLOCK_TRANSITION : Action.ESCALATE;
      case COMPLETED_TASK_REVISIT -> Action.FORCE_NEXT;
      case BLOCKED_TASK_SPIN -> Action.UNBLOCK_AUTHORITY;
      // told attempts go on counting when a task was left, its limit begins anew
      case NO_PROGRESS_REPEAT ->
          loop.getOccurrences() >= forceNextAfter ? Action.FORCE_NEXT : Action.ESCALATE;
      default -> Action.ESCALATE;
    };
  }
}
