package dev.eddyline.gate;

import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.PersonDecision;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The context of one decision: the event, its policy and the state of its root task.
 *
 * @param subject the event, its task and its agent
 * @param policy the policy that decides
 * @param taskCost cost of the task so far
 * @param root state of the root task; a decision changes it
 * @param isHistoricalEvent whether the event is much older than the partition's first start, so
 *     that it opens no gate
 * @param isEventAlreadyCounted whether the event already added one to the counter
 * @param remedyRecorder records and looks up remedies of loops
 * @param replyRequestedAtMillis timestamp of the record that requested a reply, epoch milliseconds;
 *     empty if no reply was requested
 * @param offGraphTransition the event's transition, if the workflow's graph does not have it
 * @param decisionToReport a person's decision that verdicts on the event report to the agent
 */
public record DecisionContext(
    VerdictSubject subject,
    Policy policy,
    Cost taskCost,
    RootState root,
    boolean isHistoricalEvent,
    boolean isEventAlreadyCounted,
    RemedyRecorder remedyRecorder,
    OptionalLong replyRequestedAtMillis,
    Optional<OffGraphTransition> offGraphTransition,
    Optional<PersonDecision> decisionToReport) {

  public DecisionContext {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(taskCost, "taskCost");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(remedyRecorder, "remedyRecorder");
    Objects.requireNonNull(replyRequestedAtMillis, "replyRequestedAtMillis");
    Objects.requireNonNull(offGraphTransition, "offGraphTransition");
    Objects.requireNonNull(decisionToReport, "decisionToReport");
  }

  /** The context of an event that is not historical, without reply request and loop memory. */
  public DecisionContext(VerdictSubject subject, Policy policy, Cost taskCost, RootState root) {
    this(subject, policy, taskCost, root, RemedyRecorder.DISABLED);
  }

  /** The context of an event that is not historical, without reply request. */
  public DecisionContext(
      VerdictSubject subject,
      Policy policy,
      Cost taskCost,
      RootState root,
      RemedyRecorder learning) {
    this(
        subject,
        policy,
        taskCost,
        root,
        false,
        false,
        learning,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether the task is its own root. */
  public boolean isRoot() {
    return subject.rootTaskId().equals(subject.taskId());
  }

  /**
   * A copy for an event that was recorded at this time.
   *
   * @param recordTime timestamp of its record, epoch milliseconds
   * @param firstStart clock time of the partition's first start, epoch milliseconds, if known
   * @param replyRequested whether a reply was requested
   */
  public DecisionContext withRecordTime(
      long recordTime, OptionalLong firstStart, boolean replyRequested) {
    return new DecisionContext(
        subject,
        policy,
        taskCost,
        root,
        policy.gate().isHistory(recordTime, firstStart),
        isEventAlreadyCounted,
        remedyRecorder,
        replyRequested ? OptionalLong.of(recordTime) : OptionalLong.empty(),
        offGraphTransition,
        decisionToReport);
  }

  /** A copy that says whether the event was already counted. */
  public DecisionContext isEventAlreadyCounted(boolean alreadyCounted) {
    return new DecisionContext(
        subject,
        policy,
        taskCost,
        root,
        isHistoricalEvent,
        alreadyCounted,
        remedyRecorder,
        replyRequestedAtMillis,
        offGraphTransition,
        decisionToReport);
  }

  /** A copy with this off-graph transition; empty if the graph has the transition. */
  public DecisionContext withOffGraphTransition(Optional<OffGraphTransition> move) {
    if (move.equals(offGraphTransition)) {
      return this;
    }
    return new DecisionContext(
        subject,
        policy,
        taskCost,
        root,
        isHistoricalEvent,
        isEventAlreadyCounted,
        remedyRecorder,
        replyRequestedAtMillis,
        move,
        decisionToReport);
  }

  /** A copy whose verdicts report this decision, if any. */
  public DecisionContext withDecisionToReport(Optional<PersonDecision> decision) {
    if (decision.equals(decisionToReport)) {
      return this;
    }
    return new DecisionContext(
        subject,
        policy,
        taskCost,
        root,
        isHistoricalEvent,
        isEventAlreadyCounted,
        remedyRecorder,
        replyRequestedAtMillis,
        offGraphTransition,
        decision);
  }

  /** Whether a reply at this time reports a decision to a requester that still waits for it. */
  public boolean reportsDecision(Instant decidedAt) {
    return decisionToReport.isPresent()
        && replyRequestedAtMillis.isPresent()
        && !isReplyExpired(decidedAt);
  }

  /** Whether a reply at this time is too late for its requester. */
  boolean isReplyExpired(Instant decidedAt) {
    return replyRequestedAtMillis.isPresent()
        && decidedAt.toEpochMilli() - replyRequestedAtMillis.getAsLong()
            > policy.answerWithin().toMillis();
  }

  /** Whether a loop of the event may open a gate. */
  boolean opensGates() {
    return policy.gate().humanGates() && !isHistoricalEvent;
  }

  /** Whether the policy runs in shadow mode. */
  boolean isShadow() {
    return policy.mode() == Mode.SHADOW;
  }

  /** Number of loops of the root; shadow policies have their own counter. */
  int loopCount() {
    return root.loopCount(policy.mode());
  }

  /** Identity of a loop within the root task. */
  String loopId(FoundLoop loop) {
    return VerdictBuilder.loopId(subject.rootTaskId(), loop);
  }
}
