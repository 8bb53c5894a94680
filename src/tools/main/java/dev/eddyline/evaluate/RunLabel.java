package dev.eddyline.evaluate;

import java.util.List;
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
 * @param spans parts of the run in which a verdict finds the loop; if empty, one anywhere does
 * @param wanted index of the event at which a person wants the verdict, if known
 * @param gate whether a gate may open; if empty, it must not in a run that must be silent
 */
record RunLabel(
    String source,
    Optional<Boolean> loop,
    Optional<Boolean> successful,
    Optional<NavigableSet<Integer>> loopEvents,
    List<LoopSpan> spans,
    OptionalInt wanted,
    Optional<GateLabel> gate) {

  RunLabel {
    Objects.requireNonNull(source, "source");
    spans = List.copyOf(spans);
  }

  /** A label of the whole run. */
  static RunLabel ofRun(String source, Optional<Boolean> loop) {
    return new RunLabel(
        source,
        loop,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        OptionalInt.empty(),
        Optional.empty());
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

  /** Whether a verdict at this event finds the loop. */
  boolean isInLoop(int event) {
    return spans.isEmpty() || spans.stream().anyMatch(span -> span.contains(event));
  }

  /** Whether this event is before the loop. */
  boolean isBeforeLoop(int event) {
    return !spans.isEmpty() && spans.stream().allMatch(span -> event < span.onset());
  }

  /** Whether no gate may open at this event. */
  boolean forbidsGateAt(int event) {
    return gate.map(label -> label == GateLabel.FORBIDDEN).orElse(mustBeSilent())
        || isLoop() && isBeforeLoop(event);
  }

  boolean expectsGate() {
    return gate.equals(Optional.of(GateLabel.EXPECTED));
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
