package dev.eddyline.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;

/** Writes verdicts, gates and resets as JSON lines. */
final class OutputWriter {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Tells the number of the input line that stood at a place of agent-events. */
  @FunctionalInterface
  interface LineNumbers {
    long of(String topic, long offset);
  }

  private final LineNumbers lines;
  private final String eventsTopic;

  OutputWriter(LineNumbers lines, String eventsTopic) {
    this.lines = lines;
    this.eventsTopic = eventsTopic;
  }

  /** The output as one line of JSON. */
  String write(SpecificRecord output) {
    ObjectNode json = JSON.createObjectNode();
    Source source = InProcess.source(output);
    json.put("event", lines.of(source.getTopic(), source.getOffset()));
    if (output instanceof LoopVerdict verdict) {
      verdict(verdict, json);
    } else if (output instanceof GateTrigger gate) {
      gate(gate, json);
    } else if (output instanceof LoopReset reset) {
      json.put("kind", "reset").put("taskId", reset.getTaskId()).put("reason", reset.getReason());
      json.put("previousCount", reset.getPreviousCount());
    } else {
      throw new IllegalArgumentException("no JSON form for " + output.getClass().getName());
    }
    return json.toString();
  }

  private void verdict(LoopVerdict verdict, ObjectNode json) {
    json.put("kind", "verdict");
    json.put("taskId", verdict.getTaskId()).put("rootTaskId", verdict.getRootTaskId());
    json.put("loopType", word(verdict.getLoopType()));
    if (verdict.getRule() != null) {
      json.put("rule", verdict.getRule());
    }
    ArrayNode trips = json.putArray("trips");
    for (LoopType trip : verdict.getTrips()) {
      trips.add(word(trip));
    }
    json.put("matchKind", word(verdict.getMatchKind())).put("pattern", verdict.getPattern());
    json.put("period", verdict.getPeriod()).put("loopId", verdict.getLoopId());
    json.put("loopCount", verdict.getLoopCount()).put("attempts", verdict.getAttempts());
    number(json, "measured", verdict.getMeasured());
    number(json, "limit", verdict.getLimit());
    json.put("action", word(verdict.getAction())).put("target", word(verdict.getTarget()));
    json.put("text", verdict.getText()).put("reason", verdict.getReason());
    ArrayNode evidence = json.putArray("evidence");
    for (Evidence event : verdict.getEvidence()) {
      ObjectNode node = evidence.addObject();
      node.put("event", lines.of(eventsTopic, event.getOffset()));
      node.put("eventId", event.getEventId()).put("what", event.getWhat());
    }
    json.put("shadow", verdict.getShadow());
  }

  private static void gate(GateTrigger gate, ObjectNode json) {
    json.put("kind", "gate").put("state", word(gate.getState())).put("gateId", gate.getGateId());
    json.put("taskId", gate.getTaskId()).put("rootTaskId", gate.getRootTaskId());
    json.put("loopCount", gate.getLoopCount()).put("attempts", gate.getAttempts());
    json.put("reason", gate.getReason());
    json.put("action", word(gate.getAction())).put("target", word(gate.getTarget()));
  }

  static void number(ObjectNode json, String name, double value) {
    if (value == Math.rint(value)) {
      json.put(name, (long) value);
    } else {
      json.put(name, value);
    }
  }

  static String word(Enum<?> symbol) {
    return symbol == null ? null : symbol.name().toLowerCase(Locale.ROOT);
  }
}
