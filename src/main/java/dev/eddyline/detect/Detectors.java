package dev.eddyline.detect;

import dev.eddyline.detect.HistoryPlace.InStore;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** All rules; to add one is to add a line. */
public final class Detectors {

  /** The rules that come with Eddyline, in the order in which an event is shown to them. */
  public static final List<Detector<?, ?>> SHIPPED =
      List.of(
          new IdenticalFailure(),
          new CollaborationLoop(),
          new TaskAttempts(),
          new TransitionLimitExceeded(),
          new StepIterationExceeded(),
          new TransitionPattern(),
          new OscillatingCycle(),
          new RepeatedAction(),
          new SimilarResponse(),
          new RepeatedMessage(),
          new IterationLimit());

  /** All rules: those that come with Eddyline, and those of one's own on the class path. */
  public static final List<Detector<?, ?>> ALL = withOwn();

  /** The stores that the rules keep their histories in. */
  public static final List<InStore<?>> STORES = stores();

  private Detectors() {}

  private static List<Detector<?, ?>> withOwn() {
    List<Detector<?, ?>> all = new ArrayList<>(SHIPPED);
    for (Detector<?, ?> own : ServiceLoader.load(Detector.class)) {
      if (all.stream().anyMatch(known -> known.key().equals(own.key()))) {
        throw new IllegalStateException(
            "two rules are named %s: a rule of one's own (%s) needs a name of its own"
                .formatted(own.key(), own.getClass().getName()));
      }
      all.add(new OwnRule<>(own));
    }
    return List.copyOf(all);
  }

  private static List<InStore<?>> stores() {
    return ALL.stream()
        .map(Detector::history)
        .filter(InStore.class::isInstance)
        .<InStore<?>>map(InStore.class::cast)
        .toList();
  }
}
