package dev.eddyline.gate;

import dev.eddyline.detect.OffGraphMove;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One event before the gate.
 *
 * @param subject whom the event is about
 * @param policy the policy that decides
 * @param taskCost what the task has cost so far
 * @param root how the root task stands; a ruling changes it
 * @param history whether the event is only history to the partition: it opens no gate
 * @param counted whether the event already added one to the counter
 * @param learning what is learnt of the root's loops, and was learnt of others
 * @param askedAt timestamp of the record that waits for an answer, epoch milliseconds; empty where
 *     nobody waits
 * @param offGraph the move that the event is, where the workflow's graph does not have it
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
    Optional<OffGraphMove> offGraph) {

  public Case {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(taskCost, "taskCost");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(learning, "learning");
    Objects.requireNonNull(askedAt, "askedAt");
    Objects.requireNonNull(offGraph, "offGraph");
  }

  /** An event that is no history, waits for nothing, and of which nothing is learnt. */
  public Case(Subject subject, Policy policy, Cost taskCost, RootStanding root) {
    this(subject, policy, taskCost, root, Learning.NOTHING);
  }

  /** An event that is no history, and waits for nothing. */
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
   * The same event as recorded at this time.
   *
   * @param recordTime timestamp of its record, epoch milliseconds
   * @param firstStart clock time of the partition's first start, epoch milliseconds, if known
   * @param asked whether it waits for an answer
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

  /** The same event, which already added one to the counter if this says so. */
  public Case counted(boolean already) {
    return new Case(subject, policy, taskCost, root, history, already, learning, askedAt, offGraph);
  }

  /** The same event, which is this move, or one that the workflow's graph has. */
  public Case moved(Optional<OffGraphMove> move) {
    if (move.equals(offGraph)) {
      return this;
    }
    return new Case(subject, policy, taskCost, root, history, counted, learning, askedAt, move);
  }

  /** Whether an answer given at this time comes too late for its asker. */
  boolean isExpired(Instant decidedAt) {
    return askedAt.isPresent()
        && decidedAt.toEpochMilli() - askedAt.getAsLong() > policy.answerWithin().toMillis();
  }

  /** Whether a loop of the event may open a gate. */
  boolean opensGates() {
    return policy.gate().humanGates() && !history;
  }

  /** Whether the policy only watches. */
  boolean isShadow() {
    return policy.mode() == Mode.SHADOW;
  }

  /** Loops of the root, counted apart where the policy only watches. */
  int loopCount() {
    return root.loopCount(policy.mode());
  }

  /** Identity of a loop within the root task. */
  String loopId(FoundLoop loop) {
    return Verdicts.loopId(subject.rootTaskId(), loop);
  }
}
