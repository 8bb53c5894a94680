package dev.eddyline.detect;

import dev.eddyline.detect.Detector.Scope;
import dev.eddyline.detect.HistoryPlace.InStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/** The registry of all detectors; a new one needs one line here. */
public final class Detectors {

  /** Separates an agent's own failures from failures of external services. */
  public static final ExternalFault EXTERNAL_FAULT = new ExternalFault();

  /** Detects repeated failures, in a task and across a root's subtasks. */
  public static final IdenticalFailure IDENTICAL_FAILURE = new IdenticalFailure();

  private static final CollaborationLoop COLLABORATION_LOOP = new CollaborationLoop();

  private static final RepeatedAction REPEATED_ACTION = new RepeatedAction();

  private static final SimilarResponse SIMILAR_RESPONSE = new SimilarResponse();

  /** The detectors that may wait for the sentence model. */
  public static final List<MeaningBasedDetector<?, ?>> MEANING_BASED =
      List.of(COLLABORATION_LOOP, REPEATED_ACTION, SIMILAR_RESPONSE);

  /** The detector whose loops an evaluator may also report: a task moves away from its goal. */
  public static final RegressiveProgress REGRESSIVE_PROGRESS = new RegressiveProgress();

  /** The detector whose loops an evaluator may also report: a task makes no progress. */
  public static final NoMeasurableProgress NO_MEASURABLE_PROGRESS = new NoMeasurableProgress();

  /** The built-in detectors, in evaluation order. */
  public static final List<Detector<?, ?>> SHIPPED =
      List.of(
          EXTERNAL_FAULT,
          IDENTICAL_FAILURE,
          COLLABORATION_LOOP,
          new TaskAttempts(),
          new TransitionLimitExceeded(),
          new StepIterationExceeded(),
          new TransitionPattern(),
          new OscillatingCycle(),
          REPEATED_ACTION,
          SIMILAR_RESPONSE,
          new RepeatedMessage(),
          new UnboundedRetry(),
          new IterationLimit(),
          REGRESSIVE_PROGRESS,
          NO_MEASURABLE_PROGRESS,
          new BudgetExceeded(),
          new CrossTaskCycle());

  /** Custom detectors from jars on the class path. */
  public static final List<Detector<?, ?>> PLUGINS = loadPlugins();

  /** All detectors. */
  public static final List<Detector<?, ?>> ALL =
      Stream.concat(SHIPPED.stream(), PLUGINS.stream()).toList();

  /** The detectors that receive the events of tasks. */
  public static final List<Detector<?, ?>> TASK_SCOPED = of(Scope.TASK);

  /** The detectors that receive the events of sessions. */
  public static final List<Detector<?, ?>> SESSION_SCOPED = of(Scope.SESSION);

  /** The stores of the detectors' histories. */
  public static final List<InStore<?>> STORES = stores();

  private Detectors() {}

  /** Whether this is the history of a custom detector. */
  public static boolean isPluginHistory(HistoryPlace<?> place) {
    return isOf(PLUGINS, place);
  }

  /** Compares by store, since a detector may create a new instance with each call. */
  static boolean isOf(List<Detector<?, ?>> rules, HistoryPlace<?> place) {
    return place instanceof InStore<?> stored
        && rules.stream()
            .map(Detector::history)
            .anyMatch(own -> own instanceof InStore<?> it && it.store().equals(stored.store()));
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
