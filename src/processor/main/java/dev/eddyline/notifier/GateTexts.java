package dev.eddyline.notifier;

import dev.eddyline.outputs.GateJson;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What people read of a gate: the failure first, then who, where and at what cost. */
final class GateTexts {

  private GateTexts() {}

  /** What happened, in one line: what repeats, or why the gate was closed. */
  static String headline(GateTrigger change) {
    if (change.getState() == GateState.CLOSED) {
      return "Gate closed: " + closing(change);
    }
    return GateJson.of(change).headline();
  }

  private static String closing(GateTrigger change) {
    return change.getDecision() == null
        ? change.getReason()
        : "%s by %s"
            .formatted(
                OutputJson.word(change.getDecision()).replace('_', ' '), change.getDecidedBy());
  }

  /** The facts of a gate by name, in the order in which they are shown. */
  static Map<String, String> facts(GateTrigger change) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Task", change.getRootTaskId());
    if (!change.getAgentId().isEmpty()) {
      facts.put("Agent", change.getAgentId());
    }
    if (change.getWorkflow() != null) {
      facts.put("Workflow", change.getWorkflow());
    }
    if (change.getGoal() != null) {
      facts.put("Goal", change.getGoal());
    }
    facts.put("Loop", OutputJson.word(change.getLoopType()).replace('_', ' '));
    if (change.getState() != GateState.CLOSED) {
      facts.put("Why", change.getReason());
      facts.put("Cost of the loop", cost(change.getCost()));
    }
    if (change.getGuidance() != null && !change.getGuidance().isBlank()) {
      facts.put("Guidance", change.getGuidance());
    }
    return facts;
  }

  private static String cost(Cost cost) {
    List<String> parts = new ArrayList<>();
    if (cost.getCostUsd() > 0) {
      parts.add(String.format(Locale.ROOT, "%.2f USD", cost.getCostUsd()));
    }
    if (cost.getTokens() > 0) {
      parts.add(String.format(Locale.ROOT, "%,d tokens", cost.getTokens()));
    }
    parts.add(time(Duration.ofMillis(cost.getDurationMs())));
    return String.join(", ", parts);
  }

  private static String time(Duration time) {
    if (time.toHours() > 0) {
      return "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() > 0
        ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
        : "%d s".formatted(time.toSeconds());
  }
}
