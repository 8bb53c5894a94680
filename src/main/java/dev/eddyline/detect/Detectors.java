package dev.eddyline.detect;

import dev.eddyline.detect.HistoryPlace.InStore;
import java.util.List;

/** All rules; to add one is to add a line. */
public final class Detectors {

  /** All rules, in the order in which an event is shown to them. */
  public static final List<Detector<?, ?>> ALL =
      List.of(
          new IdenticalFailure(),
          new TaskAttempts(),
          new TransitionLimitExceeded(),
          new StepIterationExceeded(),
          new TransitionPattern(),
          new OscillatingCycle(),
          new RepeatedAction(),
          new IterationLimit());

  /** The stores that the rules keep their histories in. */
  public static final List<InStore<?>> STORES = stores();

  private Detectors() {}

  private static List<InStore<?>> stores() {
    return ALL.stream()
        .map(Detector::history)
        .filter(InStore.class::isInstance)
        .<InStore<?>>map(InStore.class::cast)
        .toList();
  }
}
