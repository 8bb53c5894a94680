package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Hash;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.text.Nearest;
import dev.eddyline.text.Printable;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A person's decision at a gate, published once. */
final class DecisionPages implements Pages {

  private static final Logger AUDIT = LoggerFactory.getLogger("dev.eddyline.audit");

  private static final List<Decision> ALLOWED =
      List.of(
          Decision.APPROVE, Decision.APPROVE_OTHER_AGENT, Decision.REJECT, Decision.FALSE_POSITIVE);

  private static final int LONGEST_GUIDANCE = 10_000;
  private static final int LONGEST_NAME = 200;

  /** A decision that had no effect by then may be made anew. */
  private static final long GIVEN_UP = Duration.ofMinutes(5).toMillis();

  private static final List<String> FIELDS = List.of("decision", "guidance", "by");

  private final View view;
  private final Inputs inputs;

  DecisionPages(View view, Inputs inputs) {
    this.view = view;
    this.inputs = inputs;
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.post("/api/v1/gate/decision", this::decide);
  }

  private void decide(Context http) {
    String gateId = new Params(http).required("id");
    Caller caller = Caller.of(http);
    JsonNode body = Bodies.object(http);
    requireKnown(body);
    Decision decision = Params.symbol("decision", text(body, "decision", 100), ALLOWED);
    String guidance = text(body, "guidance", LONGEST_GUIDANCE);
    String by = caller.user() == null ? text(body, "by", LONGEST_NAME).strip() : caller.user();
    if (by.isEmpty()) {
      throw ApiException.field("by", "by is required: who decides, nobody is signed in");
    }
    if (!Printable.isPrintable(by)) {
      throw ApiException.field("by", "by " + Printable.RULE);
    }
    view.requireCaughtUp();
    Claim claim = view.change(kept -> claimed(kept, gateId, decision, by));
    AgentEvent event = event(claim, guidance);
    try {
      inputs.publish(List.of(event));
    } catch (ApiException unpublished) {
      view.change(
          kept -> {
            kept.undecided(gateId);
            return null;
          });
      throw unpublished;
    }
    AUDIT
        .atInfo()
        .addKeyValue("by", by)
        .addKeyValue("user", caller.user())
        .addKeyValue("address", caller.address())
        .addKeyValue("gate", gateId)
        .addKeyValue("decision", OutputJson.word(decision))
        .addKeyValue("event", event.getEventId())
        .log("gate decided");
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("gateId", gateId).put("decision", OutputJson.word(decision));
    http.status(202);
    new Params(http).answer(json.put("by", by).put("eventId", event.getEventId()));
  }

  /** A misspelt field would be a person's word that is lost. */
  private static void requireKnown(JsonNode body) {
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (!FIELDS.contains(name)) {
                throw ApiException.field(name, "unknown field" + Nearest.hint(name, FIELDS));
              }
            });
  }

  /** A text of the body; empty where there is none. */
  private static String text(JsonNode body, String field, int longest) {
    JsonNode value = body.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      throw ApiException.field(field, field + " must be a string");
    }
    if (value.textValue().length() > longest) {
      throw ApiException.field(field, field + " must have ≤ " + longest + " characters");
    }
    return value.textValue();
  }

  /** The open gate, on which a decision is now under way: this one. */
  private Claim claimed(Kept kept, String gateId, Decision decision, String by) {
    GateLine gate = kept.gate(gateId);
    if (gate == null) {
      throw ApiException.of(404, "no gate of this id is known here");
    }
    if (!gate.isOpen()) {
      GateTrigger closing = gate.closing();
      String what =
          closing.getDecision() == null
              ? closing.getReason()
              : "%s by %s"
                  .formatted(OutputJson.word(closing.getDecision()), closing.getDecidedBy());
      throw ApiException.of(
          409, "the gate is closed since %s: %s".formatted(closing.getDecidedAt(), what));
    }
    Kept.Pending other = kept.pending(gateId);
    if (other != null && view.now() - other.at() < GIVEN_UP) {
      throw ApiException.of(
          409,
          "the gate was decided at %s: %s by %s"
              .formatted(
                  Instant.ofEpochMilli(other.at()), OutputJson.word(other.decision()), other.by()));
    }
    int attempt = other == null ? 0 : other.attempt() + 1;
    Kept.Pending pending = new Kept.Pending(decision, by, view.now(), attempt);
    kept.decided(gateId, pending);
    return new Claim(gate.newest(), pending);
  }

  /** A gate and the decision on it. */
  private record Claim(GateTrigger gate, Kept.Pending decision) {}

  /**
   * The same event for whoever decides this gate: of two, on two instances, the first counts. One
   * that had no effect does not stand in the way of the next.
   */
  private static AgentEvent event(Claim claim, String guidance) {
    GateTrigger gate = claim.gate();
    Kept.Pending decision = claim.decision();
    return AgentEvent.newBuilder()
        .setEventId(
            Hash.id(
                "decision",
                gate.getGateId(),
                gate.getRootTaskId(),
                Integer.toString(decision.attempt())))
        .setTaskId(gate.getRootTaskId())
        .setWorkflow(gate.getWorkflow())
        .setAgentId("console")
        .setOccurredAt(Instant.ofEpochMilli(decision.at()))
        .setBody(
            new HumanIntervened(gate.getGateId(), decision.decision(), guidance, decision.by()))
        .build();
  }
}
