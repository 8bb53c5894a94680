package dev.eddyline.topology;

import dev.eddyline.schema.EvaluationQuestion;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.Standing;
import dev.eddyline.schema.TaskState;

/**
 * Copies task states before they are changed. Each event makes a copy, so the fields are copied one
 * by one: access by field number would box each value.
 */
final class TaskCopies {

  private TaskCopies() {}

  /**
   * A copy with the same parts. Parts are replaced, never changed, except a root's state and the
   * open evaluation, which are copied too.
   */
  static TaskState of(TaskState kept) {
    TaskState copy = new TaskState();
    copy.setRootTaskId(kept.getRootTaskId());
    copy.setWorkflow(kept.getWorkflow());
    copy.setComplexity(kept.getComplexity());
    copy.setStep(kept.getStep());
    copy.setNewestAt(kept.getNewestAt());
    copy.setStoredAt(kept.getStoredAt());
    copy.setStamp(kept.getStamp());
    copy.setRecent(kept.getRecent());
    copy.setEvictedAt(kept.getEvictedAt());
    copy.setDecisions(kept.getDecisions());
    copy.setCost(kept.getCost());
    copy.setPausedAt(kept.getPausedAt());
    copy.setStartedAt(kept.getStartedAt());
    copy.setStartedPartition(kept.getStartedPartition());
    copy.setStartedOffset(kept.getStartedOffset());
    copy.setWaitingUntil(kept.getWaitingUntil());
    copy.setSigns(kept.getSigns());
    copy.setTrend(kept.getTrend());
    copy.setIdle(kept.getIdle());
    copy.setFault(kept.getFault());
    copy.setActions(kept.getActions());
    copy.setSteps(kept.getSteps());
    copy.setIterations(kept.getIterations());
    copy.setHops(kept.getHops());
    copy.setPattern(kept.getPattern());
    copy.setOscillation(kept.getOscillation());
    copy.setAttempts(kept.getAttempts());
    copy.setMessage(kept.getMessage());
    copy.setBudget(kept.getBudget());
    copy.setCounted(kept.getCounted());
    copy.setSignedAt(kept.getSignedAt());
    copy.setEpoch(kept.getEpoch());
    copy.setSignalled(kept.getSignalled());
    copy.setLeaderContext(kept.getLeaderContext());
    copy.setNear(kept.getNear());
    copy.setLastHop(kept.getLastHop());
    copy.setStanding(of(kept.getStanding()));
    copy.setEvaluation(of(kept.getEvaluation()));
    return copy;
  }

  private static Standing of(Standing kept) {
    if (kept == null) {
      return null;
    }
    Standing copy = new Standing();
    copy.setLoopCount(kept.getLoopCount());
    copy.setLoops(kept.getLoops());
    copy.setShadowCount(kept.getShadowCount());
    copy.setShadowLoops(kept.getShadowLoops());
    copy.setEpoch(kept.getEpoch());
    copy.setResetAt(kept.getResetAt());
    copy.setCleared(kept.getCleared());
    copy.setClearedAt(kept.getClearedAt());
    copy.setHeld(kept.getHeld());
    copy.setResults(kept.getResults());
    copy.setLadder(kept.getLadder());
    copy.setAnswered(kept.getAnswered());
    copy.setPartitions(kept.getPartitions());
    copy.setSignAt(kept.getSignAt());
    return copy;
  }

  private static EvaluationState of(EvaluationState kept) {
    if (kept == null || kept.getQuestion() == null) {
      return kept;
    }
    return new EvaluationState(kept.getGoal(), kept.getKind(), of(kept.getQuestion()));
  }

  private static EvaluationQuestion of(EvaluationQuestion kept) {
    EvaluationQuestion copy = new EvaluationQuestion();
    copy.setRequestId(kept.getRequestId());
    copy.setAnswered(kept.getAnswered());
    copy.setAt(kept.getAt());
    copy.setEpoch(kept.getEpoch());
    copy.setProgress(kept.getProgress());
    copy.setSnapshot(kept.getSnapshot());
    copy.setFailures(kept.getFailures());
    copy.setExternal(kept.getExternal());
    copy.setFirst(kept.getFirst());
    copy.setSeen(kept.getSeen());
    copy.setCostBefore(kept.getCostBefore());
    copy.setAgentId(kept.getAgentId());
    copy.setSessionId(kept.getSessionId());
    copy.setStep(kept.getStep());
    return copy;
  }
}
