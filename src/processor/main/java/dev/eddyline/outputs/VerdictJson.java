package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A verdict in JSON. */
@Doc(of = LoopVerdict.class)
public record VerdictJson(
    @Doc(value = "The kind of output.", allowed = "verdict") String kind,
    String verdictId,
    String eventId,
    String taskId,
    String rootTaskId,
    String agentId,
    @Nullable String sessionId,
    @Nullable String workflow,
    @Nullable String step,
    LoopType loopType,
    @Nullable String rule,
    List<LoopType> trips,
    @Nullable MatchKind matchKind,
    @Nullable String pattern,
    int period,
    int occurrences,
    @Nullable String loopId,
    int loopCount,
    int attempts,
    Number measured,
    Number limit,
    Action action,
    @Nullable Target target,
    String text,
    String reason,
    List<EvidenceJson> evidence,
    List<String> agents,
    CostJson loopCost,
    CostJson taskCost,
    int unknownContents,
    @Nullable OffGraphJson offGraph,
    @Nullable String gateId,
    @Nullable Decision decision,
    @Nullable String guidance,
    boolean shadow,
    boolean expired,
    String policy,
    String policyVersion,
    long occurredAt,
    long decidedAt) {

  /** The JSON form of a verdict. */
  public static VerdictJson of(LoopVerdict verdict) {
    return new VerdictJson(
        "verdict",
        verdict.getVerdictId(),
        verdict.getEventId(),
        verdict.getTaskId(),
        verdict.getRootTaskId(),
        verdict.getAgentId(),
        verdict.getSessionId(),
        verdict.getWorkflow(),
        verdict.getStep(),
        verdict.getLoopType(),
        verdict.getRule(),
        verdict.getTrips(),
        verdict.getMatchKind(),
        verdict.getPattern(),
        verdict.getPeriod(),
        verdict.getOccurrences(),
        verdict.getLoopId(),
        verdict.getLoopCount(),
        verdict.getAttempts(),
        OutputJson.number(verdict.getMeasured()),
        OutputJson.number(verdict.getLimit()),
        verdict.getAction(),
        verdict.getTarget(),
        verdict.getText(),
        verdict.getReason(),
        EvidenceJson.of(verdict.getEvidence()),
        verdict.getAgents(),
        CostJson.of(verdict.getLoopCost()),
        CostJson.of(verdict.getTaskCost()),
        verdict.getUnknownContents(),
        OffGraphJson.of(verdict.getOffGraph()),
        verdict.getGateId(),
        verdict.getDecision(),
        verdict.getGuidance(),
        verdict.getShadow(),
        verdict.getExpired(),
        verdict.getPolicy(),
        verdict.getPolicyVersion(),
        verdict.getOccurredAt().toEpochMilli(),
        verdict.getDecidedAt().toEpochMilli());
  }
}
