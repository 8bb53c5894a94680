package dev.eddyline.detect;

import dev.eddyline.detect.Detector.Scope;
import dev.eddyline.detect.HistoryPlace.InStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/** All rules; to add one is to add a line. */
public final class Detectors {

  /** The rule that tells an agent's own failures from those of what it needs. */
  public static final ExternalFault EXTERNAL_FAULT = new ExternalFault();

  private static final CollaborationLoop COLLABORATION_LOOP = new CollaborationLoop();

  private static final RepeatedAction REPEATED_ACTION = new RepeatedAction();

  private static final SimilarResponse SIMILAR_RESPONSE = new SimilarResponse();

  /** The rules whose events may have to wait for their meaning. */
  public static final List<RuleByMeaning<?, ?>> BY_MEANING =
      List.of(COLLABORATION_LOOP, REPEATED_ACTION, SIMILAR_RESPONSE);

  /** The rule of which an evaluator may tell that a task leads away from its goal. */
  public static final RegressiveProgress REGRESSIVE_PROGRESS = new RegressiveProgress();

  /** The rule of which an evaluator may tell that nothing gets better. */
  public static final NoMeasurableProgress NO_MEASURABLE_PROGRESS = new NoMeasurableProgress();

  /** The rules that come with Eddyline, in the order in which an event is shown to them. */
  public static final List<Detector<?, ?>> SHIPPED =
      List.of(
          EXTERNAL_FAULT,
          new IdenticalFailure(),
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

  /** Rules of one's own, from jars on the class path. */
  public static final List<Detector<?, ?>> OWN = own();

  /** All rules. */
  public static final List<Detector<?, ?>> ALL =
      Stream.concat(SHIPPED.stream(), OWN.stream()).toList();

  /** The rules that are shown what happens in a task. */
  public static final List<Detector<?, ?>> OF_TASKS = of(Scope.TASK);

  /** The rules that are shown what a session takes up or completes. */
  public static final List<Detector<?, ?>> OF_SESSIONS = of(Scope.SESSION);

  /** The stores that the rules keep their histories in. */
  public static final List<InStore<?>> STORES = stores();

  private Detectors() {}

  /** Whether a rule of one's own keeps its history there. */
  public static boolean isOwn(HistoryPlace<?> place) {
    return isOf(OWN, place);
  }

  /** A rule may make its place anew each time: what counts is the store. */
  static boolean isOf(List<Detector<?, ?>> rules, HistoryPlace<?> place) {
    return place instanceof InStore<?> stored
        && rules.stream()
            .map(Detector::history)
            .anyMatch(own -> own instanceof InStore<?> it && it.store().equals(stored.store()));
  }

  private static List<Detector<?, ?>> own() {
    Set<String> names = new HashSet<>(SHIPPED.stream().map(Detector::key).toList());
    List<Detector<?, ?>> own = new ArrayList<>();
    for (Detector<?, ?> rule : ServiceLoader.load(Detector.class)) {
      if (!names.add(rule.key())) {
        throw new IllegalStateException(
            "two rules are named %s: a rule of one's own (%s) needs a name of its own"
                .formatted(rule.key(), rule.getClass().getName()));
      }
      own.add(new OwnRule<>(rule));
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
