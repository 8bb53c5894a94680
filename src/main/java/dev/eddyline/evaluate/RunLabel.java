package dev.eddyline.evaluate;

import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known about a run.
 *
 * @param source who or what labelled it; runs of several sets with the same source are pooled
 * @param loop whether it loops, if known
 * @param successful whether it reached its goal, if known
 * @param loopEvents indices of the labelled events; empty if events are not labelled, an empty set
 *     if none of the run's events is part of a loop
 * @param latest index of the latest event at which a verdict is in time, if there is a limit
 */
record RunLabel(
    String source,
    Optional<Boolean> loop,
    Optional<Boolean> successful,
    Optional<NavigableSet<Integer>> loopEvents,
    OptionalInt latest) {

  RunLabel {
    Objects.requireNonNull(source, "source");
  }

  /** A label of the whole run. */
  static RunLabel ofRun(String source, Optional<Boolean> loop) {
    return new RunLabel(source, loop, Optional.empty(), Optional.empty(), OptionalInt.empty());
  }

  /** Whether it is known to loop. */
  boolean isLoop() {
    return loop.orElse(false);
  }

  /** Whether it is known to have no loop. */
  boolean isLoopFree() {
    return !loop.orElse(true);
  }

  /** Whether nothing is known about it. */
  boolean isUnknown() {
    return loop.isEmpty() && loopEvents.isEmpty() && successful.isEmpty();
  }

  /** Whether it is known to be successful. */
  boolean isSuccessful() {
    return successful.orElse(false);
  }

  /** Whether each verdict is a false alarm: no loop, or success and an unknown label. */
  boolean mustBeSilent() {
    return isLoopFree() || loop.isEmpty() && isSuccessful();
  }

  /** Index of the first labelled event, if any. */
  OptionalInt loopStart() {
    return loopEvents
        .filter(events -> !events.isEmpty())
        .map(events -> OptionalInt.of(events.first()))
        .orElse(OptionalInt.empty());
  }

  /** Number of labelled events. */
  int loopEventCount() {
    return loopEvents.map(NavigableSet::size).orElse(0);
  }

  /** Whether a labelled event is within {@code tolerance} events of this one. */
  boolean hasLoopEventNear(int event, int tolerance) {
    return loopEvents.isPresent()
        && !loopEvents.get().subSet(event - tolerance, event + tolerance + 1).isEmpty();
  }
}
