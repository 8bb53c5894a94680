package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import java.time.Instant;
import java.util.List;

/** Creates builders for detected loops. */
public final class Loops {

  private Loops() {}

  /**
   * A builder for a loop of weight 1; measures and identity are still to be set.
   *
   * @param first the loop's first event
   * @param costBefore what the task had cost before it
   * @param enriched the event that closed the loop, the last one of the evidence
   */
  public static FoundLoop.Builder newLoopBuilder(
      LoopType type,
      List<SeenEvent> evidence,
      SeenEvent first,
      Cost costBefore,
      EnrichedEvent enriched) {
    return newLoopBuilder(type, evidence, first, costBefore, enriched.event().getAgentId());
  }

  /** The same for a loop that an agent's event closed. */
  public static FoundLoop.Builder newLoopBuilder(
      LoopType type, List<SeenEvent> evidence, SeenEvent first, Cost costBefore, String agentId) {
    return FoundLoop.newBuilder()
        .setLoopType(type)
        .setRule(null)
        .setSuggested(null)
        .setSuggestedTarget(null)
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
