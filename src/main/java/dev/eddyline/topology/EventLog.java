package dev.eddyline.topology;

import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** One log line for each loop, gate and reset, with document 002's fields but no text of events. */
final class EventLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.eddyline.events");

  void published(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict && verdict.getLoopType() != LoopType.OK) {
      line("loop_detected", verdict.getTaskId(), verdict.getAgentId(), verdict.getLoopCount())
          .addKeyValue("loop_type", verdict.getLoopType())
          .addKeyValue("loop_id", verdict.getLoopId())
          .addKeyValue("is_exact_match", "EXACT".equals(String.valueOf(verdict.getMatchKind())))
          .addKeyValue("action", verdict.getAction())
          .addKeyValue("timestamp", verdict.getOccurredAt())
          .log("loop detected");
    } else if (output instanceof GateTrigger gate) {
      line("gate_triggered", gate.getTaskId(), gate.getAgentId(), gate.getLoopCount())
          .addKeyValue("state", gate.getState())
          .addKeyValue("gate_id", gate.getGateId())
          .addKeyValue("trigger_reason", gate.getReason())
          .addKeyValue("timestamp", gate.getOccurredAt())
          .log("gate");
    } else if (output instanceof LoopReset reset) {
      LOG.atInfo()
          .addKeyValue("event", "loop_counter_reset")
          .addKeyValue("task_id", reset.getTaskId())
          .addKeyValue("reason", reset.getReason())
          .addKeyValue("previous_count", reset.getPreviousCount())
          .addKeyValue("timestamp", reset.getOccurredAt())
          .log("loop counter reset");
    }
  }

  private static LoggingEventBuilder line(String event, String task, String agent, int loops) {
    return LOG.atInfo()
        .addKeyValue("event", event)
        .addKeyValue("task_id", task)
        .addKeyValue("agent_id", agent)
        .addKeyValue("loop_count", loops);
  }
}
