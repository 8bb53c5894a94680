package dev.eddyline.detect;

import dev.eddyline.detect.actions.RepeatedAction;
import dev.eddyline.detect.actions.RepeatedActionLimits;
import dev.eddyline.detect.actions.StretchLengths;
import dev.eddyline.detect.actions.UnproductiveStretch;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.Detector.Scope;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.detect.failures.IdenticalFailure;
import dev.eddyline.detect.faults.ExternalFault;
import dev.eddyline.detect.progress.BudgetExceeded;
import dev.eddyline.detect.progress.NoMeasurableProgress;
import dev.eddyline.detect.progress.RegressiveProgress;
import dev.eddyline.detect.progress.TaskAttempts;
import dev.eddyline.detect.requests.CollaborationLoop;
import dev.eddyline.detect.requests.DelegationLoop;
import dev.eddyline.detect.requests.RepeatedMessage;
import dev.eddyline.detect.responses.SimilarResponse;
import dev.eddyline.detect.steps.CrossTaskCycle;
import dev.eddyline.detect.steps.IterationLimit;
import dev.eddyline.detect.steps.OscillatingCycle;
import dev.eddyline.detect.steps.StepIterationExceeded;
import dev.eddyline.detect.steps.TransitionLimitExceeded;
import dev.eddyline.detect.steps.TransitionPattern;
import dev.eddyline.detect.steps.UnboundedRetry;
import dev.eddyline.schema.DelegationHistory;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The registry of all detectors; a new one needs one line here. */
public final class Detectors {

  /** Separates an agent's own failures from failures of external services. */
  public static final Detector<?, ExternalFault.Limits> EXTERNAL_FAULT = new ExternalFault();

  /** Detects repeated failures, in a task and across a root's subtasks. */
  public static final Detector<FailureHistory, IdenticalFailure.Limits> IDENTICAL_FAILURE =
      new IdenticalFailure();

  private static final CollaborationLoop COLLABORATION_LOOP = new CollaborationLoop();

  /** Detects goals that are delegated again and again below one root. */
  public static final Detector<DelegationHistory, DelegationLoop.Limits> DELEGATION_LOOP =
      new DelegationLoop();

  /** Detects repeated tool calls, and decides which results are new. */
  public static final MeaningBasedDetector<?, RepeatedActionLimits> REPEATED_ACTION =
      new RepeatedAction();

  private static final SimilarResponse SIMILAR_RESPONSE = new SimilarResponse();

  /** The detectors that may wait for the sentence model. */
  public static final List<MeaningBasedDetector<?, ?>> MEANING_BASED =
      List.of(COLLABORATION_LOOP, REPEATED_ACTION, SIMILAR_RESPONSE);

  /** Detects calls that bring nothing, whatever they are; works on their outcomes. */
  public static final Detector<?, StretchLengths> UNPRODUCTIVE_STRETCH = new UnproductiveStretch();

  /** The detector whose loops an evaluator may also report: a task moves away from its goal. */
  public static final Detector<?, ?> REGRESSIVE_PROGRESS = new RegressiveProgress();

  /** The detector whose loops an evaluator may also report: a task makes no progress. */
  public static final Detector<?, ?> NO_MEASURABLE_PROGRESS = new NoMeasurableProgress();

  /**
   * The built-in detectors, in evaluation order. If one event closes several loops, that of the
   * first detector leads the verdict; {@code external_fault} has weight 0, so that any other
   * precedes it.
   */
  public static final List<Detector<?, ?>> SHIPPED =
      List.of(
          EXTERNAL_FAULT,
          IDENTICAL_FAILURE,
          COLLABORATION_LOOP,
          DELEGATION_LOOP,
          new TaskAttempts(),
          new UnboundedRetry(),
          new TransitionLimitExceeded(),
          new StepIterationExceeded(),
          new TransitionPattern(),
          new OscillatingCycle(),
          REPEATED_ACTION,
          SIMILAR_RESPONSE,
          new RepeatedMessage(),
          new CrossTaskCycle(),
          REGRESSIVE_PROGRESS,
          new BudgetExceeded(),
          UNPRODUCTIVE_STRETCH,
          new IterationLimit(),
          NO_MEASURABLE_PROGRESS);

  /** Custom detectors from jars on the class path. */
  public static final List<Detector<?, ?>> PLUGINS = loadPlugins();

  /** All detectors. */
  public static final List<Detector<?, ?>> ALL =
      Stream.concat(SHIPPED.stream(), PLUGINS.stream()).toList();

  /** The detectors that receive the events of tasks. */
  public static final List<Detector<?, ?>> TASK_SCOPED = of(Scope.TASK);

  /** The detectors that receive the events of sessions. */
  public static final List<Detector<?, ?>> SESSION_SCOPED = of(Scope.SESSION);

  /** The types of loops in their precedence: the first one of an event leads the verdict. */
  public static final List<LoopType> LOOP_TYPES =
      Stream.concat(
              SHIPPED.stream().flatMap(each -> each.loops().stream()).map(LoopTraits::type),
              Stream.of(LoopType.CUSTOM))
          .toList();

  private static final Map<LoopType, LoopTraits> TRAITS_BY_TYPE =
      SHIPPED.stream()
          .flatMap(each -> each.loops().stream())
          .collect(Collectors.toMap(LoopTraits::type, Function.identity()));

  private static final Map<String, LoopTraits> TRAITS_BY_PLUGIN =
      PLUGINS.stream().collect(Collectors.toMap(Detector::key, each -> each.loops().get(0)));

  /** The stores of the detectors' histories. */
  public static final List<InStore<?>> STORES = stores();

  private Detectors() {}

  /** What the detector of a loop declares of it; of an unknown one as of a custom detector. */
  public static LoopTraits traits(FoundLoop loop) {
    return traits(loop.getLoopType(), loop.getRule());
  }

  /**
   * What a detector declares of its loops.
   *
   * @param rule the name of a custom detector; null for a built-in one
   */
  public static LoopTraits traits(LoopType type, @Nullable String rule) {
    LoopTraits own = rule == null ? null : TRAITS_BY_PLUGIN.get(rule);
    return own == null ? TRAITS_BY_TYPE.getOrDefault(type, LoopTraits.CUSTOM) : own;
  }

  /** The key of the built-in detector of a loop type; the type's own name without one. */
  public static String keyOf(LoopType type) {
    return SHIPPED.stream()
        .filter(each -> each.loops().stream().anyMatch(loop -> loop.type() == type))
        .map(Detector::key)
        .findFirst()
        .orElseGet(() -> type.name().toLowerCase(Locale.ROOT));
  }

  private static List<Detector<?, ?>> loadPlugins() {
    Set<String> names = new HashSet<>(SHIPPED.stream().map(Detector::key).toList());
    List<Detector<?, ?>> own = new ArrayList<>();
    for (Detector<?, ?> rule : ServiceLoader.load(Detector.class)) {
      if (!names.add(rule.key())) {
        throw new IllegalStateException(
            "two detectors are named %s: the custom detector %s needs another name"
                .formatted(rule.key(), rule.getClass().getName()));
      }
      own.add(new PluginDetector<>(rule));
    }
    return List.copyOf(own);
  }

  private static List<Detector<?, ?>> of(Scope scope) {
    return ALL.stream().filter(rule -> rule.scope() == scope).toList();
  }

  private static List<InStore<?>> stores() {
    return ALL.stream()
        .map(Detector::history)
        .filter(InStore.class::isInstance)
        .<InStore<?>>map(InStore.class::cast)
        .toList();
  }
}
