package dev.eddyline.app;

import dev.eddyline.registry.AvailabilityListener;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whether the processor can work now and, where it cannot, why and since when. */
public final class Readiness implements AvailabilityListener {

  private static final String REGISTRY = "schema registry";
  private static final String STREAMS = "stream threads";
  private static final String BROKERS = "Kafka";
  private static final String POLICIES = "policies";

  private final Map<String, Obstacle> obstacles = new ConcurrentSkipListMap<>();
  private final InstantSource clock;
  private volatile Supplier<Optional<Obstacle>> canary = Optional::empty;

  /** Not ready until the policies are read and the stream threads run. */
  public Readiness(InstantSource clock) {
    this.clock = clock;
    report(POLICIES, "not yet read");
    report(STREAMS, "not started");
  }

  /** Notes an obstacle; one that its part had before began earlier. */
  private void report(String part, String reason) {
    obstacles.compute(
        part,
        (it, before) ->
            new Obstacle(part, reason, before == null ? clock.instant() : before.since()));
  }

  @Override
  public void onUnavailable(String reason) {
    report(REGISTRY, reason);
  }

  @Override
  public void onAvailable() {
    obstacles.remove(REGISTRY);
  }

  /** Notes that a broker answered. */
  void onBrokerAnswer() {
    obstacles.remove(BROKERS);
  }

  /** Notes that no broker answered. */
  void onBrokerSilent() {
    report(BROKERS, "no broker answers");
  }

  /** Notes that the policies that existed at the start are known. */
  void markPoliciesLoaded() {
    obstacles.remove(POLICIES);
  }

  /** Notes that the stream threads process records. */
  void markStreamsRunning() {
    obstacles.remove(STREAMS);
  }

  /** Notes that the stream threads process no records now. */
  void streamsStopped(String state) {
    report(STREAMS, state);
  }

  /**
   * Follows the canary, too.
   *
   * @param canaryObstacle the canary's obstacle at the time of the call, if it has one
   */
  void followCanary(Supplier<Optional<Obstacle>> canaryObstacle) {
    canary = canaryObstacle;
  }

  /** Whether records are processed now. */
  public boolean isReady() {
    return currentObstacles().isEmpty();
  }

  /** Why the processor is not ready; empty when ready. */
  public List<Obstacle> currentObstacles() {
    return Stream.concat(obstacles.values().stream(), canary.get().stream()).toList();
  }

  /** The reasons why the processor is not ready, a line each; empty when ready. */
  public List<String> obstacles() {
    return currentObstacles().stream().map(Obstacle::toString).toList();
  }
}
