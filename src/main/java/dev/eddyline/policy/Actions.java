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
    LoopKind kind = LoopKind.of(loop.getLoopType());
    Action own = loop.getSuggested() == null ? preset(loop, rung) : loop.getSuggested();
    Action action = chosen.getOrDefault(key(loop), own);
    if (action == own && rung.again() && kind.risesAgain()) {
      return Answer.escalation(Target.USER, rung.answered());
    }
    return switch (action) {
      case ESCALATE -> Answer.escalation(kind.decider(), rung.answered());
      case RETRY_WITH_HINT -> hint(kind, rung);
      case BLOCK_TRANSITION -> new Answer(action, Target.USER);
      default -> new Answer(action, null);
    };
  }

  private static Answer hint(LoopKind kind, Rung rung) {
    boolean changes = kind.risesAtThreshold();
    if (changes && rung.personDecides()) {
      return Answer.escalation(Target.USER, rung.answered());
    }
    return changes && rung.near()
        ? Answer.escalation(Target.DEBUGGER, rung.answered())
        : new Answer(Action.RETRY_WITH_HINT, null);
  }

  /** The kind's first action, or what a number of the loop or its rung makes of it. */
  private Action preset(FoundLoop loop, Rung rung) {
    LoopKind kind = LoopKind.of(loop.getLoopType());
    return switch (kind) {
      case EXTERNAL_FAULT -> loop.getMeasured() < loop.getLimit() ? kind.first() : Action.ESCALATE;
      case STEP_ITERATION_EXCEEDED -> rung.proposed() ? Action.BLOCK_TRANSITION : kind.first();
      // told attempts go on counting when a task was left, its limit begins anew
      case NO_PROGRESS_REPEAT ->
          loop.getOccurrences() >= forceNextAfter ? Action.FORCE_NEXT : kind.first();
      default -> kind.first();
    };
  }
}
