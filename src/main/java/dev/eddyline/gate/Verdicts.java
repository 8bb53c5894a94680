package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.detect.OffGraphTransition;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import java.time.Instant;
import java.util.List;

/** Builds verdicts. */
final class Verdicts {

  private Verdicts() {}

  /** The verdict on an event that closed no loop, or only loops that are not published. */
  static LoopVerdict ok(Case situation, String reason, List<FoundLoop> uncounted, Outbox outbox) {
    Advice advice = situation.root().advice();
    return common(situation, advice, outbox)
        .setLoopType(LoopType.OK)
        .setTrips(trips(uncounted))
        .setLoopCount(situation.root().loopCount())
        .setAttempts(0)
        .setReason(reason)
        .setEvidence(List.of())
        .setLoopCost(new Cost(0L, 0.0, 0L))
        .build();
  }

  /** The verdict on an off-graph transition, in addition to the detectors' verdict. */
  static LoopVerdict offGraph(Case situation, String reason, Outbox outbox) {
    Subject subject = situation.subject();
    LoopVerdict verdict = ok(situation, reason, List.of(), outbox);
    verdict.setVerdictId(outbox.id("verdict", subject.taskId(), subject.eventId(), "graph"));
    verdict.setShadow(situation.isShadow());
    return verdict;
  }

  /** The verdict on an event that closed these loops, the leading one first. */
  static LoopVerdict loop(Case situation, List<FoundLoop> loops, Advice advice, Outbox outbox) {
    FoundLoop leading = loops.get(0);
    return common(situation, advice, outbox)
        .setVerdictId(id(situation, outbox))
        .setShadow(situation.isShadow())
        .setLoopType(leading.getLoopType())
        .setRule(leading.getRule())
        .setTrips(trips(loops))
        .setLoopCount(situation.loopCount())
        .setAttempts(leading.getAttempts())
        .setMeasured(leading.getMeasured())
        .setLimit(limit(situation, leading))
        .setMatchKind(leading.getMatchKind())
        .setPattern(leading.getPattern())
        .setPeriod(leading.getPeriod())
        .setOccurrences(leading.getOccurrences())
        .setLoopId(situation.loopId(leading))
        .setFirstEventId(leading.getFirstEventId())
        .setLastEventId(situation.subject().eventId())
        .setAgents(leading.getAgents())
        .setLoopCost(loopCost(situation, leading))
        .setReason(leading.getReason())
        .setEvidence(leading.getEvidence())
        .setSimilar(similar(situation, leading, advice))
        .setLeaderContext(leaderContext(situation, leading, advice))
        .build();
  }

  private static List<String> similar(Case situation, FoundLoop leading, Advice advice) {
    return advice.action() == Action.RETRY_WITH_HINT
        ? situation.learning().similar(situation, leading)
        : List.of();
  }

  /** A shadow verdict has its own id, since a requested reply is published in addition. */
  private static String id(Case situation, Outbox outbox) {
    Subject subject = situation.subject();
    return situation.isShadow()
        ? outbox.id("verdict", subject.taskId(), subject.eventId(), "shadow")
        : outbox.id("verdict", subject.taskId(), subject.eventId());
  }

  /** The limit of an identical failure is the gate's; the detector itself has none. */
  private static double limit(Case situation, FoundLoop leading) {
    return leading.getLoopType() == LoopType.IDENTICAL_FAILURE
        ? situation.policy().gate().failureLimit(leading)
        : leading.getLimit();
  }

  private static List<LoopType> trips(List<FoundLoop> loops) {
    return loops.stream().map(FoundLoop::getLoopType).distinct().toList();
  }

  /** The stable identity of a loop within its root task. */
  static String loopId(String root, FoundLoop loop) {
    return Hash.id(root, loop.getLoopType().name(), loop.getIdentity());
  }

  /** The cost of the loop since its first event. */
  static Cost loopCost(Case situation, FoundLoop loop) {
    Cost now = situation.taskCost();
    Cost before = loop.getCostBefore();
    return new Cost(
        now.getTokens() - before.getTokens(),
        now.getCostUsd() - before.getCostUsd(),
        Math.max(0, situation.subject().at() - loop.getFirstAt().toEpochMilli()));
  }

  private static LoopVerdict.Builder common(Case situation, Advice advice, Outbox outbox) {
    Subject subject = situation.subject();
    return LoopVerdict.newBuilder()
        .setVerdictId(outbox.id("verdict", subject.taskId(), subject.eventId()))
        .setEventId(subject.eventId())
        .setTaskId(subject.taskId())
        .setRootTaskId(subject.rootTaskId())
        .setAgentId(subject.agentId())
        .setSessionId(subject.sessionId())
        .setWorkflow(subject.workflow())
        .setTaskCost(situation.taskCost())
        .setAction(advice.action())
        .setTarget(advice.target())
        .setText(advice.text())
        .setSetStatus(advice.setStatus())
        .setContextTopic(advice.contextTopic())
        .setExpired(situation.isExpired(outbox.decidedAt()))
        .setGateId(situation.root().openGate().map(OpenGate::getGateId).orElse(null))
        .setOffGraph(situation.offGraph().map(OffGraphTransition::edge).orElse(null))
        .setPolicy(situation.policy().name())
        .setPolicyVersion(situation.policy().version())
        .setSource(outbox.source())
        .setOccurredAt(Instant.ofEpochMilli(subject.at()))
        .setDecidedAt(outbox.decidedAt());
  }

  private static LeaderContext leaderContext(Case situation, FoundLoop leading, Advice advice) {
    ActionTaken current = new ActionTaken(leading.getLoopType(), advice.action(), advice.target());
    List<ActionTaken> before = situation.isShadow() ? List.of() : situation.root().results();
    return new LeaderContext(current, before, advice.text());
  }
}
