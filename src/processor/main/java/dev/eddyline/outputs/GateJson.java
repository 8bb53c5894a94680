package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A gate in JSON. */
@Doc(of = GateTrigger.class)
public record GateJson(
    @Doc(value = "The kind of output.", allowed = "gate") String kind,
    GateState state,
    @Doc("Whether a person must still decide.") boolean open,
    String gateId,
    String taskId,
    String rootTaskId,
    String agentId,
    @Nullable String workflow,
    LoopType loopType,
    @Nullable String rule,
    @Nullable String loopId,
    @Doc("What repeats, in one line: the newest event that shows the loop.") String headline,
    @Doc("Why the gate is open, or was, in one sentence.") String reason,
    int loopCount,
    int attempts,
    Action action,
    @Nullable Target target,
    String text,
    List<EvidenceJson> evidence,
    CostJson cost,
    @Nullable String label,
    @Nullable String goal,
    @Doc(
            "Remedies that resolved similar loops, best first, 5 at most. A caller of some tasks sees"
                + " those of its tenant only.")
        List<String> similar,
    @Nullable String recurrenceOf,
    long openedAt,
    @Doc("Clock time of the newest change, epoch milliseconds.") long updatedAt,
    @Nullable Decision decision,
    @Nullable String decidedBy,
    @Nullable Boolean decisionVerified,
    @Nullable String guidance,
    @Doc("Clock time of the closing, epoch milliseconds; null while open.") @Nullable Long closedAt,
    @Doc("Why the gate was closed; null while open.") @Nullable String closedBecause) {

  /**
   * The JSON form of a gate.
   *
   * @param newest its newest change
   * @param newestWithEvidence the newest change with text, evidence and cost
   * @param openedAt when it was opened, epoch milliseconds
   * @param areRemediesShown whether the reader may see the remedies of other tasks
   */
  public static GateJson of(
      GateTrigger newest, GateTrigger newestWithEvidence, long openedAt, boolean areRemediesShown) {
    boolean open = newest.getState() != GateState.CLOSED;
    GateTrigger counted = open ? newest : newestWithEvidence;
    return new GateJson(
        "gate",
        newest.getState(),
        open,
        newest.getGateId(),
        newestWithEvidence.getTaskId(),
        newest.getRootTaskId(),
        newestWithEvidence.getAgentId(),
        newestWithEvidence.getWorkflow(),
        newestWithEvidence.getLoopType(),
        newestWithEvidence.getRule(),
        newestWithEvidence.getLoopId(),
        Headline.of(newestWithEvidence),
        counted.getReason(),
        counted.getLoopCount(),
        counted.getAttempts(),
        newestWithEvidence.getAction(),
        newestWithEvidence.getTarget(),
        newestWithEvidence.getText(),
        EvidenceJson.of(newestWithEvidence.getEvidence()),
        CostJson.of(newestWithEvidence.getCost()),
        newestWithEvidence.getLabel(),
        newestWithEvidence.getGoal(),
        areRemediesShown ? newestWithEvidence.getSimilar() : List.of(),
        newestWithEvidence.getRecurrenceOf(),
        openedAt,
        newest.getDecidedAt().toEpochMilli(),
        newest.getDecision(),
        newest.getDecidedBy(),
        newest.getDecisionVerified(),
        newest.getGuidance(),
        open ? null : (Long) newest.getDecidedAt().toEpochMilli(),
        open ? null : newest.getReason());
  }

  /**
   * The JSON form of one change of a gate.
   *
   * @param areRemediesShown whether the reader may see the remedies of other tasks
   */
  public static GateJson of(GateTrigger change, boolean areRemediesShown) {
    return of(change, change, change.getOpenedAt().toEpochMilli(), areRemediesShown);
  }

  /** The JSON form of one change of a gate, for a reader of all tasks. */
  public static GateJson of(GateTrigger change) {
    return of(change, true);
  }
}
