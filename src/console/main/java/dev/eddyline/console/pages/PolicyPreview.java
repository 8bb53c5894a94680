package dev.eddyline.console.pages;

import dev.eddyline.console.json.PolicyEffectJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.replay.PolicyEffect;
import dev.eddyline.schema.AgentEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.kafka.common.KafkaException;

/**
 * Replays the newest events of a workflow under the policy in force and under another one, in this
 * process. Nothing is published. One preview runs at a time. Thread-safe.
 */
public final class PolicyPreview {

  static final RecentEventReader.Limits LIMITS =
      new RecentEventReader.Limits(200_000, 5_000, 32_000_000, Duration.ofSeconds(5));

  /** Longest replay; the time of one event may exceed it. */
  private static final Duration REPLAY_TIME = Duration.ofSeconds(10);

  private static final int RETRY_SECONDS = 10;

  private final RecentEventReader reader;
  private final GraphSource graphs;
  private final LongSupplier nanos;
  private final Semaphore running = new Semaphore(1);

  /** Replays events of this reader. */
  public PolicyPreview(RecentEventReader reader, GraphSource graphs, LongSupplier nanos) {
    this.reader = reader;
    this.graphs = graphs;
    this.nanos = nanos;
  }

  /**
   * The effect of a policy.
   *
   * @param workflow the workflow, or {@code default} for all without a policy of their own
   * @throws ApiException 503 while another preview runs, or if the events cannot be read
   */
  PolicyEffectJson preview(PolicySnapshot snapshot, String workflow, Policy draft) {
    if (!running.tryAcquire()) {
      throw ApiException.serviceUnavailable(
          "another preview is running: one runs at a time", RETRY_SECONDS);
    }
    try {
      Policies inForce = snapshot.effectivePolicies();
      RecentEventReader.Found found = reader.read(wanted(inForce, workflow), LIMITS);
      PolicyEffect effect =
          new PolicyEffect(inForce, with(inForce, workflow, draft), graphs.current());
      return PolicyEffectJson.of(workflow, effect, replay(effect, found));
    } catch (KafkaException | RegistryUnavailableException unread) {
      throw ApiException.serviceUnavailable(
          "agent-events cannot be read: " + unread.getMessage(), RETRY_SECONDS);
    } finally {
      running.release();
    }
  }

  private static Predicate<AgentEvent> wanted(Policies inForce, String workflow) {
    return workflow.equals(PublishedPolicy.DEFAULT)
        ? event ->
            event.getWorkflow() == null || !inForce.byWorkflow().containsKey(event.getWorkflow())
        : event -> workflow.equals(event.getWorkflow());
  }

  private static Policies with(Policies inForce, String workflow, Policy draft) {
    if (workflow.equals(PublishedPolicy.DEFAULT)) {
      return new Policies(inForce.byWorkflow(), draft);
    }
    Map<String, Policy> byWorkflow = new HashMap<>(inForce.byWorkflow());
    byWorkflow.put(workflow, draft);
    return new Policies(byWorkflow, inForce.defaultPolicy());
  }

  private PolicyEffectJson.Span replay(PolicyEffect effect, RecentEventReader.Found found) {
    long deadline = nanos.getAsLong() + REPLAY_TIME.toNanos();
    List<AgentEvent> events = found.events();
    int replayed = 0;
    while (replayed < events.size() && nanos.getAsLong() < deadline) {
      effect.replay(events.get(replayed++));
    }
    return new PolicyEffectJson.Span(
        replayed,
        times(events, replayed).min().stream().boxed().findFirst().orElse(null),
        times(events, replayed).max().stream().boxed().findFirst().orElse(null),
        found.scannedRecords(),
        found.isLimited() || replayed < events.size());
  }

  private static LongStream times(List<AgentEvent> events, int count) {
    return events.stream().limit(count).mapToLong(event -> event.getOccurredAt().toEpochMilli());
  }
}
