package dev.eddyline.app;

import dev.eddyline.chaos.MixedLoad;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/**
 * A gate service: reads the committed gate triggers and decides each opened gate, on a thread of
 * its own. Decisions depend on the seed and the gate only. Some are published twice under the same
 * id, like a producer's retry after a lost acknowledgement.
 */
public final class GateService implements AutoCloseable {

  private static final double REJECTED = 0.15;
  private static final double TWICE = 0.2;

  private final EventFeed feed;
  private final OutputFeed outputs;
  private final long seed;
  private final Map<String, Decision> decisions = new LinkedHashMap<>();
  private Throwable failure;

  /** Starts deciding the gates of these topics. */
  public GateService(TestCluster cluster, TopicCatalogue topics, long seed) {
    this.seed = seed;
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    outputs =
        new OutputFeed(cluster.bootstrap(), feed.registry(), topics, this::decideIfGateOpened);
  }

  /** The id of the decision on a gate, the same for a duplicate. */
  public static String decisionId(String gateId) {
    return "decision-" + gateId;
  }

  private void decideIfGateOpened(SpecificRecord output) {
    if (output instanceof GateTrigger gate && gate.getState() == GateState.OPENED) {
      try {
        decide(gate);
      } catch (RuntimeException fault) {
        synchronized (this) {
          failure = fault;
        }
        throw fault;
      }
    }
  }

  private void decide(GateTrigger gate) {
    SplittableRandom random = new SplittableRandom(seed + gate.getGateId().hashCode());
    boolean rejects = random.nextDouble() < REJECTED || MixedLoad.isRejected(gate.getRootTaskId());
    Decision decision = rejects ? Decision.REJECT : Decision.APPROVE;
    AgentEvent event = event(gate, decision);
    feed.decide(gate.getRootTaskId(), event);
    if (random.nextDouble() < TWICE) {
      feed.decide(gate.getRootTaskId(), event);
    }
    synchronized (this) {
      decisions.put(gate.getGateId(), decision);
    }
  }

  private static AgentEvent event(GateTrigger gate, Decision decision) {
    return JsonEvents.json(
        ("{\"taskId\":\"%s\",\"eventId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\","
                + "\"decision\":\"%s\",\"guidance\":\"another way\",\"by\":\"gate-service\"}")
            .formatted(
                gate.getRootTaskId(),
                decisionId(gate.getGateId()),
                gate.getGateId(),
                decision.name().toLowerCase(Locale.ROOT)));
  }

  /**
   * The decisions that were published, by gate.
   *
   * @throws IllegalStateException when the service failed
   */
  public synchronized Map<String, Decision> decisions() {
    if (failure != null) {
      throw new IllegalStateException("the gate service failed", failure);
    }
    return Map.copyOf(decisions);
  }

  @Override
  public void close() {
    try {
      outputs.close();
    } finally {
      feed.close();
    }
  }
}
