package dev.eddyline.policy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.progress.TaskAttempts;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
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

  /** The loop types whose action and precedence a policy can name, in the order of the enum. */
  static final List<LoopType> CONFIGURABLE_TYPES =
      Arrays.stream(LoopType.values())
          .filter(Detectors.LOOP_TYPES::contains)
          .filter(type -> type != LoopType.EXTERNAL_FAULT && type != LoopType.CUSTOM)
          .toList();

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
    KeyType<ConfiguredAction> type = ConfiguredAction.type(LoopTraits.CONFIGURABLE_ACTIONS);
    ConfiguredAction otherwise =
        section
            .about(
                "action for every loop type and detector that is not named; null: the defaults"
                    + " below. With a target or hint of its own: {type: escalate, target: leader},"
                    + " {type: retry_with_hint, hint: TEXT}")
            .read(DEFAULT, type, null);
    for (String key : keys()) {
      ConfiguredAction named =
          section
              .about(ActionDescriptions.describeDefaultOfKey(key))
              .read(key, type.describedAs("one of the actions above"), null);
      ConfiguredAction action =
          named != null ? named : otherwise != null ? otherwise : ConfiguredAction.NONE;
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
    return Stream.concat(
            CONFIGURABLE_TYPES.stream().map(LoopActions::key),
            Detectors.PLUGINS.stream().map(Detector::key))
        .toList();
  }

  private static String key(LoopType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String key(FoundLoop loop) {
    return loop.getRule() == null ? key(loop.getLoopType()) : loop.getRule();
  }

  /** The action for a loop at this escalation level. */
  ChosenAction chooseAction(FoundLoop loop, EscalationLevel level) {
    LoopTraits traits = Detectors.traits(loop);
    Action defaultAction =
        loop.getSuggested() == null ? defaultActionFor(loop, level) : loop.getSuggested();
    Action action = chosen.getOrDefault(key(loop), defaultAction);
    if (action == defaultAction && level.isRepeatedLoop() && traits.escalatesOnRepeat()) {
      return ChosenAction.escalateAbove(Target.USER, level.highestDecidedTarget());
    }
    return switch (action) {
      case ESCALATE ->
          ChosenAction.escalateAbove(
              targets.getOrDefault(key(loop), firstTarget(loop, traits)),
              level.highestDecidedTarget());
      case RETRY_WITH_HINT -> hintOrEscalation(traits, level).withHint(hints.get(key(loop)));
      case BLOCK_TRANSITION -> new ChosenAction(action, Target.USER);
      default -> new ChosenAction(action, null);
    };
  }

  private static Target firstTarget(FoundLoop loop, LoopTraits traits) {
    return loop.getSuggestedTarget() == null
        ? traits.firstEscalationTarget()
        : loop.getSuggestedTarget();
  }

  private static ChosenAction hintOrEscalation(LoopTraits traits, EscalationLevel level) {
    boolean escalates = traits.escalatesAtThreshold();
    if (escalates && level.personDecides()) {
      return ChosenAction.escalateAbove(Target.USER, level.highestDecidedTarget());
    }
    return escalates && level.isNearThreshold()
        ? ChosenAction.escalateAbove(Target.DEBUGGER, level.highestDecidedTarget())
        : new ChosenAction(Action.RETRY_WITH_HINT, null);
  }

  /** The declared first action, or another one depending on a count or the escalation level. */
  private Action defaultActionFor(FoundLoop loop, EscalationLevel level) {
    Action first = Detectors.traits(loop).firstAction();
    return switch (loop.getLoopType()) {
      case EXTERNAL_FAULT -> loop.getMeasured() < loop.getLimit() ? first : Action.ESCALATE;
      case STEP_ITERATION_EXCEEDED -> level.proposed() ? Action.BLOCK_TRANSITION : first;
      // reported attempts continue after force_next; only the limit's count restarts
      case NO_PROGRESS_REPEAT ->
          loop.getOccurrences() >= forceNextAfter ? Action.FORCE_NEXT : first;
      default -> first;
    };
  }
}
