package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tasks and gates of the view, in JSON. */
final class ViewJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST_TRIED = 10;

  private ViewJson() {}

  /** Any output, with its kind and (as event time) when. */
  static ObjectNode output(Told told) {
    ObjectNode json;
    if (told.record() instanceof LoopVerdict verdict) {
      json = OutputJson.verdict(verdict);
    } else if (told.record() instanceof GateTrigger gate) {
      json = OutputJson.gate(gate, gate, gate.getOpenedAt().toEpochMilli());
    } else {
      json = OutputJson.reset((LoopReset) told.record());
    }
    return json.put("at", told.occurredAt());
  }

  /** A line of the list of tasks, as the scope sees it. */
  static ObjectNode summary(TaskLine task, Kept kept, TaskScope scope, long now) {
    ObjectNode json = NODES.objectNode();
    json.put("taskId", task.taskId()).put("rootTaskId", task.root().taskId());
    json.put("workflow", task.workflow()).put("agentId", task.agentId());
    json.put("state", OutputJson.word(task.state(now)));
    json.put("loopCount", task.loopCount()).put("attempts", task.attempts());
    json.set("loopTypes", OutputJson.words(task.loopTypes()));
    boolean isShown = task.gate() != null && kept.isCovered(task.gate(), scope);
    json.put("gateId", isShown ? task.gate().gateId() : null);
    json.put("lastReason", task.reason()).put("lastAt", task.lastAt());
    Cost cost = task.cost();
    json.putObject("cost").put("tokens", cost.getTokens()).put("usd", cost.getCostUsd());
    ArrayNode lately = json.putArray("loopsLately");
    for (int loops : task.loopsLately(now)) {
      lately.add(loops);
    }
    return json;
  }

  /**
   * A gate as it is, with a decision under way and what a scope covers of what was tried before.
   */
  static ObjectNode gate(GateLine gate, Kept kept, TaskScope scope) {
    ObjectNode json = OutputJson.gate(gate.newest(), gate.told(), gate.openedAt());
    ArrayNode tried = json.putArray("tried");
    tried(gate, kept, scope)
        .forEach(
            verdict ->
                tried
                    .addObject()
                    .put("at", verdict.getDecidedAt().toEpochMilli())
                    .put("action", OutputJson.word(verdict.getAction()))
                    .put("target", OutputJson.word(verdict.getTarget()))
                    .put("text", verdict.getText()));
    Kept.Pending pending = kept.pending(gate.gateId());
    if (pending == null) {
      json.putNull("pending");
    } else {
      json.putObject("pending")
          .put("decision", OutputJson.word(pending.decision()))
          .put("by", pending.by())
          .put("at", pending.at());
    }
    return json;
  }

  /** Verdicts of the gate's root up to its opening, newest first; that which opened it is none. */
  private static List<LoopVerdict> tried(GateLine gate, Kept kept, TaskScope scope) {
    TaskLine root = kept.task(gate.rootTaskId());
    if (root == null) {
      return List.of();
    }
    List<LoopVerdict> before = new ArrayList<>();
    for (Told told : root.story()) {
      boolean earlier =
          told.isFinding()
              && told.record() instanceof LoopVerdict verdict
              && told.at() <= gate.openedAt()
              && kept.isCovered(told, scope)
              && !gate.gateId().equals(verdict.getGateId());
      if (earlier) {
        before.add((LoopVerdict) told.record());
      }
    }
    Collections.reverse(before);
    return before.size() > MOST_TRIED ? before.subList(0, MOST_TRIED) : before;
  }
}
