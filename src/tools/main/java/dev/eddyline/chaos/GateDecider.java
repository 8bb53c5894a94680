package dev.eddyline.chaos;

import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;

/**
 * A gate service that decides each opened gate. It publishes every fifth decision twice with the
 * same id, as a producer does after a missed acknowledgement.
 */
final class GateDecider implements AutoCloseable {

  private static final int REJECT_EVERY_NTH_GATE = 6;
  private static final int DUPLICATE_EVERY_NTH_DECISION = 5;

  private final InputPublisher inputs;
  private final OutputFeed outputs;

  /** Starts to decide the gates of these topics; the caller closes inputs and registry. */
  GateDecider(
      String bootstrap, SchemaRegistry registry, TopicCatalogue topics, InputPublisher inputs) {
    this.inputs = inputs;
    outputs = new OutputFeed(bootstrap, registry, topics, this::decideIfGateOpened);
  }

  private void decideIfGateOpened(SpecificRecord output) {
    if (output instanceof GateTrigger gate && gate.getState() == GateState.OPENED) {
      int draw =
          Math.floorMod(
              gate.getGateId().hashCode(), REJECT_EVERY_NTH_GATE * DUPLICATE_EVERY_NTH_DECISION);
      String root = gate.getRootTaskId();
      String decisionType =
          draw % REJECT_EVERY_NTH_GATE == 0 || MixedLoad.isRejected(root) ? "reject" : "approve";
      AgentEvent decision =
          MixedLoad.createDecisionEvent(
              root, "gd-" + gate.getGateId(), decisionType, gate.getGateId());
      byte[] value = inputs.encode(TopicRole.GATE_DECISIONS, decision);
      for (int times = draw % DUPLICATE_EVERY_NTH_DECISION == 0 ? 2 : 1; times > 0; times--) {
        byte[] key = root.getBytes(StandardCharsets.UTF_8);
        inputs.publishBytes(TopicRole.GATE_DECISIONS, null, key, value);
      }
    }
  }

  @Override
  public void close() {
    outputs.close();
  }
}
