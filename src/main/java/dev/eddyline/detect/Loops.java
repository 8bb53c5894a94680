package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import java.time.Instant;
import java.util.List;

/** Builds what rules find. */
public final class Loops {

  private Loops() {}

  /**
   * A loop that adds one to the counter; measures and names are still to be set.
   *
   * @param first the loop's first event
   * @param costBefore what the task had cost before it
   * @param seen the event that closed the loop, which is named last in the evidence
   */
  public static FoundLoop.Builder closed(
      LoopType type, List<SeenEvent> evidence, SeenEvent first, Cost costBefore, Observation seen) {
    return closed(type, evidence, first, costBefore, seen.event().getAgentId());
  }

  /** The same of a loop that an agent's event closed. */
  public static FoundLoop.Builder closed(
      LoopType type, List<SeenEvent> evidence, SeenEvent first, Cost costBefore, String agentId) {
    return FoundLoop.newBuilder()
        .setLoopType(type)
        .setRule(null)
        .setSuggested(null)
        .setMatchKind(null)
        .setPattern(null)
        .setWeight(1)
        .setPeriod(1)
        .setReportedAttempts(0)
        .setAgents(List.of(agentId))
        .setEvidence(evidence.stream().map(SeenEvents::evidence).toList())
        .setFirstEventId(first.getEventId())
        .setCostBefore(costBefore)
        .setFirstAt(Instant.ofEpochMilli(first.getAt()));
  }
}
