package dev.eddyline.detect.api;

import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    FoundLoop.Builder loop =
        newLoopBuilder(type, evidence, first, costBefore, enriched.event().getAgentId());
    setOutcome(loop, enriched);
    return loop;
  }

  /** Sets the outcome of the event that closed the loop in its evidence. */
  public static void setOutcome(FoundLoop.Builder loop, EnrichedEvent enriched) {
    enriched
        .outcome()
        .ifPresent(
            judged ->
                setOutcome(loop, enriched.event().getEventId(), judged.outcome(), judged.reason()));
  }

  /**
   * Sets the outcome of an event in the evidence of a loop.
   *
   * @param reason why; null if it is not stored
   */
  public static void setOutcome(
      FoundLoop.Builder loop, String eventId, Outcome outcome, @Nullable String reason) {
    for (Evidence event : loop.getEvidence()) {
      if (event.getEventId().equals(eventId)) {
        event.setOutcome(outcome.word());
        event.setOutcomeReason(reason);
      }
    }
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
