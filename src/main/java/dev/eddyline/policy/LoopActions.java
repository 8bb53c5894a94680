package dev.eddyline.policy;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.TaskAttempts;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import dev.eddyline.yaml.Section;
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
 * @param targets first targets of escalations that the policy configures, by the same names
 * @param hints hints that the policy configures, by the same names
 * @param forceNextAfter number of attempts after which a task without progress is left (default 5)
 */
public record LoopActions(
    Map<String, Action> chosen,
    Map<String, Target> targets,
    Map<String, String> hints,
    int forceNextAfter) {

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

  private static final List<LoopType> TYPES_WITHOUT_CONFIGURABLE_ACTION =
      List.of(LoopType.UNKNOWN, LoopType.OK, LoopType.EXTERNAL_FAULT, LoopType.CUSTOM);

  /** Default of {@link #forceNextAfter}. */
  private static final int FORCE_NEXT_AFTER = 5;

  public LoopActions {
    chosen = Map.copyOf(chosen);
    targets = Map.copyOf(targets);
    hints = Map.copyOf(hints);
  }

  /** The defaults of a policy that configures no actions. */
  static final LoopActions DEFAULT_ACTIONS =
      new LoopActions(Map.of(), Map.of(), Map.of(), FORCE_NEXT_AFTER);

  /** The key of the action for every loop type that is not named. */
  static final String DEFAULT = "default";

  /** Reads the actions from a section of a policy. */
  static LoopActions read(Section section) {
    Map<String, Action> chosen = new TreeMap<>();
    Map<String, Target> targets = new TreeMap<>();
    Map<String, String> hints = new TreeMap<>();
    ConfiguredAction otherwise =
        ConfiguredAction.read(
            section.about(
                "action for every loop type and detector that is not named; null: the defaults"
                    + " below. With a target or hint of its own: {type: escalate, target: leader},"
                    + " {type: retry_with_hint, hint: TEXT}"),
            DEFAULT,
            ALLOWED);
    for (String key : keys()) {
      ConfiguredAction named =
          ConfiguredAction.read(
              section.about(ActionDescriptions.describeDefaultOfKey(key)), key, ALLOWED);
      section.describeAllowedValues(key, "one of the actions above");
      ConfiguredAction action = named.action() == null ? otherwise : named;
      if (action.action() != null) {
        chosen.put(key, action.action());
      }
      if (action.target() != null) {
        targets.put(key, action.target());
      }
      if (action.hint() != null) {
        hints.put(key, action.hint());
      }
    }
    int forceNextAfter =
        section
            .about("number of attempts from which the action for no_progress_repeat is force_next")
            .integer("forceNextAfter", FORCE_NEXT_AFTER, 2, TaskAttempts.MAX_COUNTED);
    section.rejectUnknownKeys(ForeignKeys.reasonsOfActions(section));
    return new LoopActions(chosen, targets, hints, forceNextAfter);
  }

  /** The keys of loop types and plugin detectors. */
  static List<String> keys() {
    Stream<String> types =
        Arrays.stream(LoopType.values())
            .filter(type -> !TYPES_WITHOUT_CONFIGURABLE_ACTION.contains(type))
            .map(LoopActions::key);
    Stream<String> defaultAction = Detectors.PLUGINS.stream().map(Detector::key);
    return Stream.concat(types, defaultAction).toList();
  }

  private static String key(LoopType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String key(FoundLoop loop) {
    return loop.getRule() == null ? key(loop.getLoopType()) : loop.getRule();
  }

  /** The action for a loop at this escalation level. */
  ChosenAction chooseAction(FoundLoop loop, EscalationLevel level) {
    LoopKind kind = LoopKind.of(loop.getLoopType());
    Action defaultAction =
        loop.getSuggested() == null ? defaultActionFor(loop, level) : loop.getSuggested();
    Action action = chosen.getOrDefault(key(loop), defaultAction);
    if (action == defaultAction && level.isRepeatedLoop() && kind.escalatesOnRepeat()) {
      return ChosenAction.escalateAbove(Target.USER, level.highestDecidedTarget());
    }
    return switch (action) {
      case ESCALATE ->
          ChosenAction.escalateAbove(
              targets.getOrDefault(key(loop), kind.firstEscalationTarget()),
              level.highestDecidedTarget());
      case RETRY_WITH_HINT -> hintOrEscalation(kind, level).withHint(hints.get(key(loop)));
      case BLOCK_TRANSITION -> new ChosenAction(action, Target.USER);
      default -> new ChosenAction(action, null);
    };
  }

  private static ChosenAction hintOrEscalation(LoopKind kind, EscalationLevel level) {
    boolean escalates = kind.escalatesAtThreshold();
    if (escalates && level.personDecides()) {
      return ChosenAction.escalateAbove(Target.USER, level.highestDecidedTarget());
    }
    return escalates && level.isNearThreshold()
        ? ChosenAction.escalateAbove(Target.DEBUGGER, level.highestDecidedTarget())
        : new ChosenAction(Action.RETRY_WITH_HINT, null);
  }

  /** The kind's first action, or another one depending on a count or the escalation level. */
  private Action defaultActionFor(FoundLoop loop, EscalationLevel level) {
    LoopKind kind = LoopKind.of(loop.getLoopType());
    return switch (kind) {
      case EXTERNAL_FAULT ->
          loop.getMeasured() < loop.getLimit() ? kind.firstAction() : Action.ESCALATE;
      case STEP_ITERATION_EXCEEDED ->
          level.proposed() ? Action.BLOCK_TRANSITION : kind.firstAction();
      // reported attempts continue after force_next; only the limit's count restarts
      case NO_PROGRESS_REPEAT ->
          loop.getOccurrences() >= forceNextAfter ? Action.FORCE_NEXT : kind.firstAction();
      default -> kind.firstAction();
    };
  }
}
