package dev.eddyline.app;

import dev.eddyline.registry.AvailabilityListener;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Whether the processor can work now and, where it cannot, why. */
public final class Readiness implements AvailabilityListener {

  private static final String REGISTRY = "schema registry";
  private static final String STREAMS = "stream threads";
  private static final String BROKERS = "Kafka";
  private static final String POLICIES = "policies";

  private final Map<String, String> obstacles = new ConcurrentHashMap<>();

  /** Not ready until the policies are read and the stream threads run. */
  public Readiness() {
    obstacles.put(POLICIES, "not yet read");
    obstacles.put(STREAMS, "not started");
  }

  @Override
  public void onUnavailable(String reason) {
    obstacles.put(REGISTRY, reason);
  }

  @Override
  public void onAvailable() {
    obstacles.remove(REGISTRY);
  }

  /** Notes that a broker answered. */
  void onBrokerAnswer() {
    obstacles.remove(BROKERS);
  }

  /** Notes that no broker answered; the time of the first such note remains. */
  void onBrokerSilent(Instant noticedAt) {
    obstacles.putIfAbsent(
        BROKERS, "no broker answers, since " + noticedAt.truncatedTo(ChronoUnit.SECONDS));
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
    obstacles.put(STREAMS, state);
  }

  /** Whether records are processed now. */
  public boolean isReady() {
    return obstacles.isEmpty();
  }

  /** The reasons why the processor is not ready, a line each; empty when ready. */
  public List<String> obstacles() {
    return new TreeMap<>(obstacles)
        .entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue()).toList();
  }
}
