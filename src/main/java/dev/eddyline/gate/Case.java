package dev.eddyline.gate;

import dev.eddyline.detect.OffGraphTransition;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
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
 * @param history whether the event is much older than the partition's first start, so that it opens
 *     no gate
 * @param counted whether the event already added one to the counter
 * @param learning records and looks up remedies of loops
 * @param askedAt timestamp of the record that requested a reply, epoch milliseconds; empty if no
 *     reply was requested
 * @param offGraph the event's transition, if the workflow's graph does not have it
 */
public record Case(
    Subject subject,
    Policy policy,
    Cost taskCost,
    RootStanding root,
    boolean history,
    boolean counted,
    Learning learning,
    OptionalLong askedAt,
    Optional<OffGraphTransition> offGraph) {

  public Case {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(taskCost, "taskCost");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(learning, "remedies");
    Objects.requireNonNull(askedAt, "replyRequestedAt");
    Objects.requireNonNull(offGraph, "offGraphTransition");
  }

  /** Context without history, reply request and loop memory. */
  public Case(Subject subject, Policy policy, Cost taskCost, RootStanding root) {
    this(subject, policy, taskCost, root, Learning.NOTHING);
  }

  /** Context without history and reply request. */
  public Case(Subject subject, Policy policy, Cost taskCost, RootStanding root, Learning learning) {
    this(
        subject,
        policy,
        taskCost,
        root,
        false,
        false,
        learning,
        OptionalLong.empty(),
        Optional.empty());
  }

  /**
   * A copy for an event that was recorded at this time.
   *
   * @param recordTime timestamp of its record, epoch milliseconds
   * @param firstStart clock time of the partition's first start, epoch milliseconds, if known
   * @param asked whether a reply was requested
   */
  public Case recorded(long recordTime, OptionalLong firstStart, boolean asked) {
    return new Case(
        subject,
        policy,
        taskCost,
        root,
        policy.gate().isHistory(recordTime, firstStart),
        counted,
        learning,
        asked ? OptionalLong.of(recordTime) : OptionalLong.empty(),
        offGraph);
  }

  /** A copy that says whether the event was already counted. */
  public Case counted(boolean already) {
    return new Case(subject, policy, taskCost, root, history, already, learning, askedAt, offGraph);
  }

  /** A copy with this off-graph transition; empty if the graph has the transition. */
  public Case moved(Optional<OffGraphTransition> move) {
    if (move.equals(offGraph)) {
      return this;
    }
    return new Case(subject, policy, taskCost, root, history, counted, learning, askedAt, move);
  }

  /** Whether a reply at this time is too late for its requester. */
  boolean isExpired(Instant decidedAt) {
    return askedAt.isPresent()
        && decidedAt.toEpochMilli() - askedAt.getAsLong() > policy.answerWithin().toMillis();
  }

  /** Whether a loop of the event may open a gate. */
  boolean opensGates() {
    return policy.gate().humanGates() && !history;
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
    return Verdicts.loopId(subject.rootTaskId(), loop);
  }
}
