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
 * The configured actions for loops.
 *
 * @param chosen actions that the policy configures, by loop type or by the name of a plugin
 *     detector
 * @param forceNextAfter number of attempts after which a task without progress is left (default 5)
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

  /** Default of {@link #forceNextAfter}. */
  private static final int FORCE_NEXT_AFTER = 5;

  public Actions {
    chosen = Map.copyOf(chosen);
  }

  /** The defaults of a policy that configures no actions. */
  static final Actions UNCHOSEN = new Actions(Map.of(), FORCE_NEXT_AFTER);

  /** The key of the action for every loop type that is not named. */
  static final String DEFAULT = "default";

  /** Reads the actions from a section of a policy. */
  static Actions read(Section section) {
    Map<String, Action> chosen = new TreeMap<>();
    Action otherwise =
        section
            .about(
                "action for every loop type and detector that is not named; null: the defaults below")
            .oneOf(DEFAULT, null, ALLOWED);
    for (String key : keys()) {
      Action named = section.about(AnswerTable.inWords(key)).oneOf(key, null, ALLOWED);
      section.describeAllowed(key, "one of the actions above");
      Action action = named == null ? otherwise : named;
      if (action != null) {
        chosen.put(key, action);
      }
    }
    int forceNextAfter =
        section
            .about("number of attempts from which the action for no_progress_repeat is force_next")
            .integer("forceNextAfter", FORCE_NEXT_AFTER, 2, TaskAttempts.MAX_COUNTED);
    section.rejectUnknownKeys();
    return new Actions(chosen, forceNextAfter);
  }

  /** The keys of loop types and plugin detectors. */
  static List<String> keys() {
    Stream<String> types =
        Arrays.stream(LoopType.values())
            .filter(type -> !NOT_CHOSEN.contains(type))
            .map(Actions::key);
    Stream<String> own = Detectors.PLUGINS.stream().map(Detector::key);
    return Stream.concat(types, own).toList();
  }

  private static String key(LoopType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String key(FoundLoop loop) {
    return loop.getRule() == null ? key(loop.getLoopType()) : loop.getRule();
  }

  /** The action for a loop at this escalation level. */
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

  /** The kind's first action, or another one depending on a count or the escalation level. */
  private Action preset(FoundLoop loop, Rung rung) {
    LoopKind kind = LoopKind.of(loop.getLoopType());
    return switch (kind) {
      case EXTERNAL_FAULT -> loop.getMeasured() < loop.getLimit() ? kind.first() : Action.ESCALATE;
      case STEP_ITERATION_EXCEEDED -> rung.proposed() ? Action.BLOCK_TRANSITION : kind.first();
      // reported attempts continue after force_next; only the limit's count restarts
      case NO_PROGRESS_REPEAT ->
          loop.getOccurrences() >= forceNextAfter ? Action.FORCE_NEXT : kind.first();
      default -> kind.first();
    };
  }
}
