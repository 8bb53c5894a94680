package dev.eddyline.outputs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OffGraph;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Outputs in JSON: every field always there, symbols in small letters, times in milliseconds. */
public final class OutputJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private OutputJson() {}

  /** A verdict. */
  public static ObjectNode verdict(LoopVerdict verdict) {
    ObjectNode json = NODES.objectNode();
    json.put("kind", "verdict").put("verdictId", verdict.getVerdictId());
    json.put("eventId", verdict.getEventId()).put("taskId", verdict.getTaskId());
    json.put("rootTaskId", verdict.getRootTaskId()).put("agentId", verdict.getAgentId());
    json.put("sessionId", verdict.getSessionId()).put("workflow", verdict.getWorkflow());
    json.put("loopType", word(verdict.getLoopType())).put("rule", verdict.getRule());
    json.set("trips", words(verdict.getTrips()));
    json.put("matchKind", word(verdict.getMatchKind())).put("pattern", verdict.getPattern());
    json.put("period", verdict.getPeriod()).put("occurrences", verdict.getOccurrences());
    json.put("loopId", verdict.getLoopId()).put("loopCount", verdict.getLoopCount());
    json.put("attempts", verdict.getAttempts());
    number(json, "measured", verdict.getMeasured());
    number(json, "limit", verdict.getLimit());
    json.put("action", word(verdict.getAction())).put("target", word(verdict.getTarget()));
    json.put("text", verdict.getText()).put("reason", verdict.getReason());
    json.set("evidence", evidence(verdict.getEvidence()));
    json.set("agents", texts(verdict.getAgents()));
    json.set("loopCost", cost(verdict.getLoopCost()));
    json.set("taskCost", cost(verdict.getTaskCost()));
    json.set("offGraph", offGraph(verdict.getOffGraph()));
    json.put("gateId", verdict.getGateId()).put("shadow", verdict.getShadow());
    json.put("expired", verdict.getExpired()).put("policy", verdict.getPolicy());
    json.put("policyVersion", verdict.getPolicyVersion());
    json.put("occurredAt", verdict.getOccurredAt().toEpochMilli());
    return json.put("decidedAt", verdict.getDecidedAt().toEpochMilli());
  }

  /**
   * A gate.
   *
   * @param newest its newest change
   * @param told the change that told text, evidence and cost
   * @param openedAt when it was opened, epoch milliseconds
   */
  public static ObjectNode gate(GateTrigger newest, GateTrigger told, long openedAt) {
    boolean open = newest.getState() != GateState.CLOSED;
    ObjectNode json = NODES.objectNode();
    json.put("kind", "gate").put("state", word(newest.getState())).put("open", open);
    json.put("gateId", newest.getGateId()).put("taskId", told.getTaskId());
    json.put("rootTaskId", newest.getRootTaskId()).put("agentId", told.getAgentId());
    json.put("workflow", told.getWorkflow()).put("loopType", word(told.getLoopType()));
    json.put("loopId", told.getLoopId()).put("reason", (open ? newest : told).getReason());
    json.put("loopCount", (open ? newest : told).getLoopCount());
    json.put("attempts", (open ? newest : told).getAttempts());
    json.put("action", word(told.getAction())).put("target", word(told.getTarget()));
    json.put("text", told.getText());
    json.set("evidence", evidence(told.getEvidence()));
    json.set("cost", cost(told.getCost()));
    json.put("label", told.getLabel());
    json.set("similar", texts(told.getSimilar()));
    json.put("recurrenceOf", told.getRecurrenceOf()).put("openedAt", openedAt);
    json.put("updatedAt", newest.getDecidedAt().toEpochMilli());
    json.put("decision", word(newest.getDecision())).put("decidedBy", newest.getDecidedBy());
    json.put("decisionVerified", newest.getDecisionVerified());
    json.put("guidance", newest.getGuidance());
    json.put("closedAt", open ? null : (Long) newest.getDecidedAt().toEpochMilli());
    return json.put("closedBecause", open ? null : newest.getReason());
  }

  /** A reset. */
  public static ObjectNode reset(LoopReset reset) {
    ObjectNode json = NODES.objectNode();
    json.put("kind", "reset").put("resetId", reset.getResetId());
    json.put("eventId", reset.getEventId()).put("taskId", reset.getTaskId());
    json.put("rootTaskId", reset.getRootTaskId()).put("reason", reset.getReason());
    json.put("previousCount", reset.getPreviousCount()).put("epoch", reset.getEpoch());
    json.put("occurredAt", reset.getOccurredAt().toEpochMilli());
    return json.put("decidedAt", reset.getDecidedAt().toEpochMilli());
  }

  /** What a leader needs to judge a task; null for none. */
  public static ObjectNode leaderContext(LeaderContext context) {
    if (context == null) {
      return null;
    }
    ObjectNode json = NODES.objectNode();
    json.set("current", action(context.getCurrent()));
    ArrayNode history = json.putArray("history");
    context.getHistory().forEach(taken -> history.add(action(taken)));
    return json.put("suggestion", context.getSuggestion());
  }

  private static ObjectNode action(ActionTaken taken) {
    return NODES
        .objectNode()
        .put("loopType", word(taken.getLoopType()))
        .put("action", word(taken.getAction()))
        .put("target", word(taken.getTarget()));
  }

  private static ObjectNode offGraph(OffGraph move) {
    return move == null
        ? null
        : NODES.objectNode().put("from", move.getFrom()).put("to", move.getTo());
  }

  /** A cost. */
  public static ObjectNode cost(Cost cost) {
    return NODES
        .objectNode()
        .put("tokens", cost.getTokens())
        .put("usd", cost.getCostUsd())
        .put("millis", cost.getDurationMs());
  }

  private static ArrayNode evidence(List<Evidence> evidence) {
    ArrayNode json = NODES.arrayNode();
    for (Evidence event : evidence) {
      json.addObject()
          .put("eventId", event.getEventId())
          .put("what", event.getWhat())
          .put("at", event.getOccurredAt().toEpochMilli());
    }
    return json;
  }

  /** Symbols, in small letters. */
  public static ArrayNode words(Collection<? extends Enum<?>> symbols) {
    ArrayNode json = NODES.arrayNode();
    symbols.forEach(symbol -> json.add(word(symbol)));
    return json;
  }

  /** Texts as they are. */
  public static ArrayNode texts(Collection<String> texts) {
    ArrayNode json = NODES.arrayNode();
    texts.forEach(json::add);
    return json;
  }

  /** A number: without a fraction where it has none. */
  public static void number(ObjectNode json, String name, double value) {
    if (value == Math.rint(value)) {
      json.put(name, (long) value);
    } else {
      json.put(name, value);
    }
  }

  /** A symbol in small letters; null for null. */
  public static String word(Enum<?> symbol) {
    return symbol == null ? null : symbol.name().toLowerCase(Locale.ROOT);
  }
}
