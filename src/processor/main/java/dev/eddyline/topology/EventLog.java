package dev.eddyline.topology;

import dev.eddyline.detect.Detectors;
import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.task.EvaluatedLoop;
import java.util.List;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs each published loop, gate, reset and decision on one line, without the text of events: a
 * signature is the loop's id, a history the ids of its events.
 */
final class EventLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.eddyline.events");

  void logOutput(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict && verdict.getLoopType() != LoopType.OK) {
      logLoopVerdict(verdict);
    } else if (output instanceof GateTrigger gate && !RootResets.isErasureWithoutGate(gate)) {
      logGateChange(gate);
    } else if (output instanceof LoopReset reset) {
      logCounterReset(reset);
    } else if (output instanceof DecisionReceipt receipt) {
      logDecision(receipt);
    }
  }

  private static void logLoopVerdict(LoopVerdict verdict) {
    LoggingEventBuilder line =
        startLogEvent(
                "loop_detected", verdict.getTaskId(), verdict.getAgentId(), verdict.getLoopCount())
            .addKeyValue("loop_type", verdict.getLoopType())
            .addKeyValue("error_signature", verdict.getLoopId())
            .addKeyValue("is_exact_match", verdict.getMatchKind() == MatchKind.EXACT);
    // a reason that may quote an event is logged at debug level only
    boolean quotesEvent =
        Detectors.traits(verdict.getLoopType(), verdict.getRule()).quotesEvents()
            || EvaluatedLoop.PATTERN.equals(verdict.getPattern());
    if (!quotesEvent || LOG.isDebugEnabled()) {
      line = line.addKeyValue("orchestrator_reasoning", verdict.getReason());
    }
    line.addKeyValue("attempts", verdict.getAttempts())
        .addKeyValue("action", verdict.getAction())
        .addKeyValue("target", verdict.getTarget())
        .addKeyValue("shadow", verdict.getShadow())
        .addKeyValue("timestamp", verdict.getOccurredAt().toString())
        .log("loop detected");
  }

  private static void logGateChange(GateTrigger gate) {
    boolean opened = gate.getState() == GateState.OPENED;
    String event =
        opened ? "gate_triggered" : "gate_" + gate.getState().name().toLowerCase(Locale.ROOT);
    List<String> history = gate.getEvidence().stream().map(Evidence::getEventId).toList();
    LoggingEventBuilder line =
        startLogEvent(event, gate.getTaskId(), gate.getAgentId(), gate.getLoopCount())
            .addKeyValue("gate_id", gate.getGateId());
    // the reason of a gate for an external fault quotes an event
    if (gate.getLoopType() != LoopType.EXTERNAL_FAULT || LOG.isDebugEnabled()) {
      line = line.addKeyValue("trigger_reason", gate.getReason());
    }
    line.addKeyValue("failure_history", history)
        .addKeyValue("timestamp", gate.getOccurredAt().toString())
        .log("gate {}", gate.getState().name().toLowerCase(Locale.ROOT));
  }

  private static void logCounterReset(LoopReset reset) {
    LOG.atInfo()
        .addKeyValue("event", "loop_counter_reset")
        .addKeyValue("task_id", reset.getTaskId())
        .addKeyValue("reason", reset.getReason())
        .addKeyValue("previous_count", reset.getPreviousCount())
        .addKeyValue("timestamp", reset.getOccurredAt().toString())
        .log("loop counter reset");
  }

  /** Omits who decided: that is only on decision-receipts. */
  private static void logDecision(DecisionReceipt receipt) {
    LOG.atInfo()
        .addKeyValue("event", "decision_" + receipt.getOutcome().name().toLowerCase(Locale.ROOT))
        .addKeyValue("task_id", receipt.getTaskId())
        .addKeyValue("gate_id", receipt.getGateId())
        .addKeyValue("event_id", receipt.getEventId())
        .addKeyValue("decision", receipt.getDecision())
        .addKeyValue("attempt", receipt.getAttempt())
        .addKeyValue("verified", receipt.getVerified())
        .addKeyValue("reason", receipt.getReason())
        .addKeyValue("timestamp", receipt.getOccurredAt().toString())
        .log("decision received");
  }

  private static LoggingEventBuilder startLogEvent(
      String event, String task, String agent, int loops) {
    return LOG.atInfo()
        .addKeyValue("event", event)
        .addKeyValue("task_id", task)
        .addKeyValue("agent_id", agent)
        .addKeyValue("loop_count", loops);
  }
}
