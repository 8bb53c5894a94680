package dev.eddyline.notifier;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Changes of gates, and their deliveries. */
final class GateChanges {

  static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");
  static final String ERROR = "TypeError: total is undefined at cart.ts:41";

  private GateChanges() {}

  /** A change whose ids derive from gate and number. */
  static GateTrigger change(String gate, int number, GateState state) {
    boolean isClosed = state == GateState.CLOSED;
    return GateTrigger.newBuilder()
        .setGateId(gate)
        .setTriggerId(gate + "-" + number)
        .setState(state)
        .setTaskId("task-" + gate)
        .setRootTaskId("task-" + gate)
        .setAgentId("coder")
        .setWorkflow("checkout")
        .setLoopType(LoopType.IDENTICAL_FAILURE)
        .setLoopId("loop-1")
        .setReason(isClosed ? "Human intervention" : "Loop detected after 3 attempts")
        .setLoopCount(2)
        .setAttempts(3)
        .setAction(isClosed ? Action.CONTINUE : Action.ESCALATE)
        .setTarget(isClosed ? null : Target.USER)
        .setText("The same failure came 3 times.")
        .setEvidence(
            isClosed ? List.of() : List.of(new Evidence("e1", AT, 0, 7L, ERROR, null, null)))
        .setCost(new Cost(2100L, 0.25, 95_000L))
        .setLabel("eddyline:loop-prevention")
        .setSimilar(List.of())
        .setRecurrenceOf(null)
        .setDecision(isClosed ? Decision.APPROVE : null)
        .setDecidedBy(isClosed ? "ann" : null)
        .setDecisionVerified(isClosed ? true : null)
        .setGuidance(isClosed ? "use the cart's own total" : null)
        .setOpenedAt(AT)
        .setPolicy("default")
        .setPolicyVersion("1")
        .setSource(new Source("agent-events", 0, 7L, 0))
        .setOccurredAt(AT)
        .setDecidedAt(AT.plusSeconds(number))
        .build();
  }

  static Notification notification(GateTrigger change) {
    return new Notification(
        change,
        Optional.of("https://console.example/gates?id=" + change.getGateId()),
        Optional.empty());
  }

  /** A delivery of a change at an offset of partition 0. */
  static Delivery delivery(long offset, GateTrigger change) {
    return new Delivery(
        new ConsumerRecord<>("gate-triggers", 0, offset, change.getRootTaskId(), new byte[0]),
        notification(change));
  }
}
