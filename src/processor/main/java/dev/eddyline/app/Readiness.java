package dev.eddyline.app;

import dev.eddyline.registry.AvailabilityListener;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;

/** Whether the processor or the mapper can work now and, where not, why and since when. */
public final class Readiness implements AvailabilityListener {

  private static final String BROKERS = "Kafka";
  private static final String POLICIES = "policies";

  private final Map<String, Obstacle> obstacles = new ConcurrentSkipListMap<>();
  private final List<Supplier<Stream<Obstacle>>> followed = new CopyOnWriteArrayList<>();
  private final InstantSource clock;
  private final String streams;
  private final String registry;

  private Readiness(InstantSource clock, String streams, String registry) {
    this.clock = clock;
    this.streams = streams;
    this.registry = registry;
    report(streams, "not started");
  }

  /** A processor, not ready until the policies are read and the stream threads run. */
  public static Readiness ofProcessor(InstantSource clock) {
    Readiness processor = new Readiness(clock, "stream threads", "schema registry");
    processor.report(POLICIES, "not yet read");
    return processor;
  }

  /** A mapper of telemetry, not ready until its stream threads run. */
  public static Readiness ofMapper(InstantSource clock) {
    return new Readiness(clock, "mapper", "schema registry of the mapper");
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
    report(registry, reason);
  }

  @Override
  public void onAvailable() {
    obstacles.remove(registry);
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

  /** Notes a state of Kafka Streams: the stream threads process records only while it runs. */
  public void onStreamsState(KafkaStreams.State state) {
    if (state == KafkaStreams.State.RUNNING) {
      obstacles.remove(streams);
    } else {
      report(streams, Status.stateName(state));
    }
  }

  /**
   * Counts the obstacles of another part, too.
   *
   * @param others its obstacles at the time of the call
   */
  public void follow(Supplier<Stream<Obstacle>> others) {
    followed.add(others);
  }

  /** Whether records are processed now. */
  public boolean isReady() {
    return currentObstacles().isEmpty();
  }

  /** What is not ready; empty when ready. */
  public List<Obstacle> currentObstacles() {
    return Stream.concat(
            obstacles.values().stream(), followed.stream().flatMap(others -> others.get()))
        .toList();
  }

  /** The current obstacles, a line each; empty when ready. */
  public List<String> obstacles() {
    return currentObstacles().stream().map(Obstacle::toString).toList();
  }
}
