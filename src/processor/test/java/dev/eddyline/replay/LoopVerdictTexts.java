package dev.eddyline.replay;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;

/** The loop verdicts on events, for comparison between the ways that events take. */
public final class LoopVerdictTexts {

  private LoopVerdictTexts() {}

  /** Task, type, attempts, action, target and evidence of each verdict. */
  public static List<String> of(List<AgentEvent> events) {
    List<String> verdicts = new ArrayList<>();
    InProcessEngine process =
        new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
    for (AgentEvent event : events) {
      event.setReplyRequested(false);
      process.processEvent(event).outputs().stream()
          .filter(LoopVerdict.class::isInstance)
          .map(LoopVerdict.class::cast)
          .forEach(
              it ->
                  verdicts.add(
                      "%s %s %d %s %s %s"
                          .formatted(
                              it.getTaskId(),
                              it.getLoopType(),
                              it.getAttempts(),
                              it.getAction(),
                              it.getTarget(),
                              it.getEvidence().stream().map(one -> one.getEventId()).toList())));
    }
    return verdicts;
  }
}
