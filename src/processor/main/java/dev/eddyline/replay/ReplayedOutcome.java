package dev.eddyline.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * The outputs of one event under one policy, reduced to the fields that are compared: no texts, no
 * ids of verdicts and gates, no names of policies.
 *
 * @param verdict the verdict, if one was published
 * @param gate the change of the root's gate, if any
 */
record ReplayedOutcome(Optional<ObjectNode> verdict, Optional<ObjectNode> gate) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reduces an event's outputs; of several verdicts or gates it takes the last. */
  static ReplayedOutcome reduceOutputs(List<SpecificRecord> outputs) {
    Optional<ObjectNode> verdict = Optional.empty();
    Optional<ObjectNode> gate = Optional.empty();
    for (SpecificRecord output : outputs) {
      if (output instanceof LoopVerdict decided) {
        verdict = Optional.of(verdict(decided));
      } else if (output instanceof GateTrigger trigger) {
        gate = Optional.of(gate(trigger));
      }
    }
    return new ReplayedOutcome(verdict, gate);
  }

  private static ObjectNode verdict(LoopVerdict verdict) {
    ObjectNode json = JSON.createObjectNode();
    json.put("loopType", OutputJson.word(verdict.getLoopType()));
    ArrayNode trips = json.putArray("trips");
    for (LoopType trip : verdict.getTrips()) {
      trips.add(OutputJson.word(trip));
    }
    json.put("action", OutputJson.word(verdict.getAction()));
    json.put("target", OutputJson.word(verdict.getTarget()));
    json.put("loopCount", verdict.getLoopCount()).put("attempts", verdict.getAttempts());
    json.set("measured", JSON.valueToTree(OutputJson.number(verdict.getMeasured())));
    json.put("shadow", verdict.getShadow());
    return json;
  }

  private static ObjectNode gate(GateTrigger gate) {
    ObjectNode json = JSON.createObjectNode();
    json.put("state", OutputJson.word(gate.getState())).put("reason", gate.getReason());
    json.put("action", OutputJson.word(gate.getAction()));
    json.put("target", OutputJson.word(gate.getTarget()));
    return json;
  }

  /** Whether nothing was published. */
  boolean hasNoVerdictAndNoGate() {
    return verdict.isEmpty() && gate.isEmpty();
  }

  /** One JSON object with the verdict's fields and the gate. */
  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    verdict.ifPresentOrElse(json::setAll, () -> json.putNull("loopType"));
    return json.set("gate", gate.orElse(null));
  }
}
