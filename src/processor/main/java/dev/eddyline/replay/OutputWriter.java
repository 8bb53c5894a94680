package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import dev.eddyline.yaml.Printable;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes verdicts, gates and resets as JSON lines, with only the fields that are the same in every
 * replay.
 */
final class OutputWriter {

  private static final List<String> VERDICT =
      List.of(
          "kind",
          "taskId",
          "rootTaskId",
          "step",
          "loopType",
          "rule",
          "trips",
          "matchKind",
          "pattern",
          "period",
          "loopId",
          "loopCount",
          "attempts",
          "measured",
          "limit",
          "action",
          "target",
          "text",
          "reason",
          "decision",
          "guidance",
          "evidence",
          "offGraph",
          "shadow");

  /** Fields of a verdict that are left out when they are null. */
  private static final Set<String> OPTIONAL =
      Set.of("step", "rule", "decision", "guidance", "offGraph");

  private static final List<String> GATE =
      List.of(
          "kind",
          "state",
          "gateId",
          "taskId",
          "rootTaskId",
          "loopCount",
          "attempts",
          "reason",
          "action",
          "target",
          "similar");

  private static final List<String> RESET = List.of("kind", "taskId", "reason", "previousCount");

  /** Finds the input line of a record. */
  @FunctionalInterface
  interface LineNumbers {
    long lineNumberOfRecord(String topic, long offset);
  }

  private final LineNumbers lines;
  private final String eventsTopic;

  OutputWriter(LineNumbers lines, String eventsTopic) {
    this.lines = lines;
    this.eventsTopic = eventsTopic;
  }

  /** The output as one line of JSON. */
  String write(SpecificRecord output) {
    Source source = InProcessEngine.source(output);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("event", lines.lineNumberOfRecord(source.getTopic(), source.getOffset()));
    if (output instanceof LoopVerdict verdict) {
      ObjectNode all = OutputJson.verdict(verdict);
      all.properties().removeIf(it -> OPTIONAL.contains(it.getKey()) && it.getValue().isNull());
      all.set("evidence", evidence(verdict));
      return toJsonWithFields(all, VERDICT, json);
    } else if (output instanceof GateTrigger gate) {
      ObjectNode all = OutputJson.gate(gate);
      if (gate.getSimilar().isEmpty()) {
        all.remove("similar");
      }
      return toJsonWithFields(all, GATE, json);
    } else if (output instanceof LoopReset reset) {
      return toJsonWithFields(OutputJson.reset(reset), RESET, json);
    }
    throw new IllegalArgumentException("no JSON form for " + output.getClass().getName());
  }

  private static String toJsonWithFields(ObjectNode all, List<String> fields, ObjectNode json) {
    fields.stream().filter(all::has).forEach(field -> json.set(field, all.get(field)));
    // JSON does not escape C1 and bidi controls
    return Printable.escape(json.toString());
  }

  private ArrayNode evidence(LoopVerdict verdict) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (Evidence event : verdict.getEvidence()) {
      ObjectNode shown =
          json.addObject()
              .put("event", lines.lineNumberOfRecord(eventsTopic, event.getOffset()))
              .put("eventId", event.getEventId())
              .put("what", event.getWhat());
      if (event.getOutcome() != null) {
        shown.put("outcome", event.getOutcome());
      }
      if (event.getOutcomeReason() != null) {
        shown.put("outcomeReason", event.getOutcomeReason());
      }
    }
    return json;
  }
}
