package dev.eddyline.task;

import dev.eddyline.gate.Case;
import dev.eddyline.gate.Epochs;
import dev.eddyline.gate.Learning;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.ReceivedDecision;
import dev.eddyline.gate.Resets;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.schema.TaskState;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Processes the signals that a root task receives from its subtasks and sessions, and notifies the
 * subtasks.
 */
final class Roots {

  /**
   * Time without an event or a subtask's signal after which a root with subtasks expires. It is one
   * hour, the interval of these signals, longer than for subtasks.
   */
  static final Duration REMEMBERED = Duration.ofHours(25);

  /** The reason of a reply to a loop of an earlier epoch. */
  static final String LEFT = "Of before the last reset";

  private Roots() {}

  /**
   * Counts the loops that a subtask's or a session's partition found. Loops of an earlier epoch are
   * ignored if all of them started at or before the root's last reset; only a requested reply is
   * published. Loops that started later belong to the current epoch, whatever epoch their partition
   * knew.
   *
   * @return false if it is ignored
   */
  static boolean take(
      SubtaskLoop loop,
      Policy policy,
      Place place,
      Memory memory,
      Learning learning,
      Outbox outbox) {
    TaskState state =
        Tasks.load(
            memory,
            loop.getRootTaskId(),
            Subject.of(loop).at(),
            place.storageTime(),
            loop.getEventId(),
            kept -> policy);
    return take(loop, state, policy, place, memory, learning, outbox);
  }

  /** Counts the loops with the root's state already loaded, since an input loads a task once. */
  static boolean take(
      SubtaskLoop loop,
      TaskState state,
      Policy policy,
      Place place,
      Memory memory,
      Learning learning,
      Outbox outbox) {
    String root = loop.getRootTaskId();
    Subject subject = Subject.of(loop);
    RootStanding standing = Tasks.standing(state, root, memory);
    boolean hasLeft = standing.epochs().haveLeft(loop.getEpoch(), began(loop));
    if (!hasLeft) {
      Tasks.touch(state, subject.at(), place.storageTime());
    }
    standing.keepWindow(policy, state.getNewestAt());
    Case situation =
        new Case(subject, policy, loop.getTaskCost(), standing, learning)
            .recorded(
                loop.getRecordTime().toEpochMilli(), memory.firstStart(), loop.getReplyRequested())
            .counted(loop.getCounted())
            .moved(Signals.move(loop));
    if (hasLeft) {
      if (loop.getReplyRequested()) {
        Ruling.answer(situation, LEFT, outbox);
      }
      Ruling.tellOffGraph(situation, outbox);
      return false;
    }
    Optional<String> asked =
        loop.getReplyRequested() ? Optional.of(TaskEngine.NO_LOOP) : Optional.empty();
    Action ruled = Ruling.rule(situation, loop.getLoops(), asked, outbox);
    Ruling.tellOffGraph(situation, outbox);
    if (root.equals(loop.getTaskId())) {
      Tasks.startAnew(ruled, state);
    }
    tell(root, standing, subject.at(), outbox);
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, standing, root, memory);
    return true;
  }

  /** Event time at which the last of the loops started, epoch milliseconds. */
  private static long began(SubtaskLoop loop) {
    return loop.getLoops().stream()
        .mapToLong(found -> found.getFirstAt().toEpochMilli())
        .max()
        .orElse(Epochs.NEVER);
  }

  /**
   * Removes the loops of a subtask from the counter after progress. Progress of an earlier epoch,
   * at or before the root's last reset, is ignored.
   *
   * @return false if it is ignored
   */
  static boolean take(SubtaskProgress progress, Policy policy, Place place, Memory memory) {
    String root = progress.getRootTaskId();
    long at = progress.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(memory, root, at, place.storageTime(), progress.getEventId(), kept -> policy);
    RootStanding standing = Tasks.standing(state, root, memory);
    if (standing.epochs().haveLeft(progress.getEpoch(), at)) {
      return false;
    }
    Tasks.touch(state, at, place.storageTime());
    standing.progressed(policy.mode(), progress.getTaskId());
    Tasks.save(state, standing, root, memory);
    return true;
  }

  /**
   * Applies a person's decision about a root. If it clears histories, the root's are cleared here
   * and those of subtasks on their partitions.
   *
   * @throws BadInputException if it names a gate that is not open
   */
  static void decide(ReceivedDecision decision, Case situation, TaskState state, Outbox outbox) {
    HumanIntervened human = decision.body();
    String below = state.getRootTaskId();
    if (below != null && !below.equals(situation.subject().rootTaskId())) {
      throw new BadInputException(
          "rootTaskId: the task is below another root, which a decision must name");
    }
    String open = situation.root().openGate().map(OpenGate::getGateId).orElse(null);
    // historical events opened no gate: their decisions still reset, but close no other gate
    boolean ofHistory = situation.history() && open == null;
    if (human.getGateId() != null && !human.getGateId().equals(open) && !ofHistory) {
      String known =
          situation.root().wasDecided(human.getGateId())
              ? "was decided already"
              : "is not open for this root task";
      throw new BadInputException(
          "human_intervened.gateId: that gate %s; %s"
              .formatted(known, open == null ? "none is open" : "the open one is " + open));
    }
    if (Resets.decided(situation, decision, outbox)) {
      Tasks.clear(state, situation.subject().eventId());
    }
  }

  /** Stores the partition of a subtask, and sends it the root's state if it is outdated. */
  static void take(
      SubtaskSign sign,
      Function<TaskState, Policy> policyOf,
      Place place,
      Memory memory,
      Outbox outbox) {
    String root = sign.getRootTaskId();
    long at = sign.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(memory, root, at, place.storageTime(), sign.getEventId(), policyOf);
    state.setStoredAt(place.storageTime());
    RootStanding standing = Tasks.standing(state, root, memory);
    int partition = sign.getPartition();
    boolean isBehind = standing.sign(partition, sign.getEpoch(), at);
    if (standing.turned()) {
      tell(root, standing, at, outbox);
    } else if (isBehind) {
      outbox.add(Signals.news(root, standing, partition, at, outbox.source()));
    }
    Tasks.save(state, standing, root, memory);
  }

  /**
   * Sends the root's state to each partition of its subtasks if it changed.
   *
   * @param at event time of what changed it, epoch milliseconds
   */
  static void tell(String root, RootStanding standing, long at, Outbox outbox) {
    if (!standing.turned()) {
      return;
    }
    Source source = outbox.source();
    for (int partition : standing.partitions()) {
      outbox.add(Signals.news(root, standing, partition, at, source));
    }
  }
}
