package dev.eddyline.gate;

import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds verdicts. */
final class VerdictBuilder {

  private VerdictBuilder() {}

  /** The verdict on an event that closed no loop, or only loops that are not published. */
  static LoopVerdict buildOkVerdict(
      DecisionContext context, String reason, List<FoundLoop> uncounted, Outbox outbox) {
    Advice advice = context.root().advice();
    return newVerdictWithCommonFields(context, advice, outbox)
        .setLoopType(LoopType.OK)
        .setTrips(distinctLoopTypes(uncounted))
        .setLoopCount(context.root().loopCount())
        .setAttempts(0)
        .setReason(reason)
        .setEvidence(List.of())
        .setLoopCost(new Cost(0L, 0.0, 0L))
        .build();
  }

  /** The verdict on an off-graph transition, in addition to the detectors' verdict. */
  static LoopVerdict buildOffGraphVerdict(DecisionContext context, String reason, Outbox outbox) {
    VerdictSubject subject = context.subject();
    LoopVerdict verdict = buildOkVerdict(context, reason, List.of(), outbox);
    verdict.setVerdictId(outbox.id(VerdictIds.KIND, subject.taskId(), subject.eventKey(), "graph"));
    verdict.setShadow(context.isShadow());
    return verdict;
  }

  /** The verdict on an event that closed these loops, the leading one first. */
  static LoopVerdict buildLoopVerdict(
      DecisionContext context, List<FoundLoop> loops, Advice advice, Outbox outbox) {
    FoundLoop leading = loops.get(0);
    return newVerdictWithCommonFields(context, advice, outbox)
        .setVerdictId(verdictId(context, outbox))
        .setShadow(context.isShadow())
        .setLoopType(leading.getLoopType())
        .setRule(leading.getRule())
        .setTrips(distinctLoopTypes(loops))
        .setLoopCount(context.loopCount())
        .setAttempts(leading.getAttempts())
        .setMeasured(leading.getMeasured())
        .setLimit(limit(context, leading))
        .setMatchKind(leading.getMatchKind())
        .setPattern(leading.getPattern())
        .setPeriod(leading.getPeriod())
        .setOccurrences(leading.getOccurrences())
        .setLoopId(context.loopId(leading))
        .setFirstEventId(leading.getFirstEventId())
        .setLastEventId(context.subject().eventId())
        .setAgents(leading.getAgents())
        .setLoopCost(loopCost(context, leading))
        .setReason(leading.getReason())
        .setEvidence(leading.getEvidence())
        .setSimilar(similarRemedies(context, leading, advice))
        .setLeaderContext(leaderContext(context, leading, advice))
        .build();
  }

  private static List<String> similarRemedies(
      DecisionContext context, FoundLoop leading, Advice advice) {
    return advice.action() == Action.RETRY_WITH_HINT
        ? context.remedyRecorder().findRemediesOfSimilarLoops(context, leading)
        : List.of();
  }

  /** A shadow verdict has its own id, since a requested reply is published in addition. */
  private static String verdictId(DecisionContext context, Outbox outbox) {
    VerdictSubject subject = context.subject();
    return context.isShadow()
        ? outbox.id(VerdictIds.KIND, subject.taskId(), subject.eventKey(), "shadow")
        : outbox.id(VerdictIds.KIND, subject.taskId(), subject.eventKey());
  }

  /** The limit of an identical failure is the gate's; the detector itself has none. */
  private static double limit(DecisionContext context, FoundLoop leading) {
    return leading.getLoopType() == LoopType.IDENTICAL_FAILURE
        ? context.policy().gate().failureLimit(leading)
        : leading.getLimit();
  }

  private static List<LoopType> distinctLoopTypes(List<FoundLoop> loops) {
    return loops.stream().map(FoundLoop::getLoopType).distinct().toList();
  }

  /** The stable identity of a loop within its root task. */
  static String loopId(String root, FoundLoop loop) {
    return Hash.id(root, loop.getLoopType().name(), loop.getIdentity());
  }

  /** The cost of the loop since its first event. */
  static Cost loopCost(DecisionContext context, FoundLoop loop) {
    Cost now = context.taskCost();
    Cost previous = loop.getCostBefore();
    return new Cost(
        now.getTokens() - previous.getTokens(),
        now.getCostUsd() - previous.getCostUsd(),
        Math.max(0, context.subject().at() - loop.getFirstAt().toEpochMilli()));
  }

  private static LoopVerdict.Builder newVerdictWithCommonFields(
      DecisionContext context, Advice withoutDecision, Outbox outbox) {
    VerdictSubject subject = context.subject();
    // the event itself may have ended its effect: it opened a gate or completed the task
    Optional<PersonDecision> decided =
        context.decisionToReport().filter(it -> it.equals(context.root().decided()));
    Advice advice = decided.map(withoutDecision::afterDecision).orElse(withoutDecision);
    return LoopVerdict.newBuilder()
        .setVerdictId(outbox.id(VerdictIds.KIND, subject.taskId(), subject.eventKey()))
        .setEventId(subject.eventId())
        .setTaskId(subject.taskId())
        .setRootTaskId(subject.rootTaskId())
        .setAgentId(subject.agentId())
        .setSessionId(subject.sessionId())
        .setWorkflow(subject.workflow())
        .setStep(subject.step())
        .setTaskCost(context.taskCost())
        .setUnknownContents(subject.unknownContents())
        .setAction(advice.action())
        .setTarget(advice.target())
        .setText(advice.text())
        .setSetStatus(advice.setStatus())
        .setContextTopic(advice.contextTopic())
        .setExpired(context.isReplyExpired(outbox.decidedAt()))
        .setDecision(decided.map(PersonDecision::getDecision).orElse(null))
        .setGuidance(decided.map(PersonDecision::getGuidance).orElse(null))
        .setGateId(context.root().openGate().map(OpenGate::getGateId).orElse(null))
        .setOffGraph(context.offGraphTransition().map(OffGraphTransition::edge).orElse(null))
        .setPolicy(context.policy().name())
        .setPolicyVersion(context.policy().version())
        .setSource(outbox.source())
        .setOccurredAt(Instant.ofEpochMilli(subject.at()))
        .setDecidedAt(outbox.decidedAt());
  }

  private static LeaderContext leaderContext(
      DecisionContext context, FoundLoop leading, Advice advice) {
    ActionTaken current = new ActionTaken(leading.getLoopType(), advice.action(), advice.target());
    List<ActionTaken> previous = context.isShadow() ? List.of() : context.root().recentActions();
    return new LeaderContext(current, previous, advice.text());
  }
}
