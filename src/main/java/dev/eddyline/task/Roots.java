package dev.eddyline.task;

import dev.eddyline.gate.Case;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.TaskState;
import java.util.Optional;

/** What a root learns of its subtasks and of the sessions that worked on them. */
final class Roots {

  private Roots() {}

  /** Counts what a subtask's or a session's partition found. */
  static void take(SubtaskLoop loop, Policy policy, Place place, Memory memory, Outbox outbox) {
    String root = loop.getRootTaskId();
    Subject subject = Subject.of(loop);
    TaskState state =
        Tasks.load(
            memory, root, subject.at(), place.storageTime(), loop.getEventId(), kept -> policy);
    Tasks.touch(state, subject.at(), place.storageTime());
    RootStanding standing = Tasks.standing(state, root, memory);
    standing.keepWindow(policy, state.getNewestAt());
    Case situation = new Case(subject, policy, loop.getTaskCost(), standing);
    Action ruled = Ruling.rule(situation, loop.getLoops(), Optional.empty(), outbox);
    if (root.equals(loop.getTaskId())) {
      Tasks.startAnew(ruled, state);
    }
    Tasks.save(state, standing, root, memory);
  }

  /** Lets the loops of a subtask leave the counter, because progress followed them. */
  static void take(SubtaskProgress progress, Policy policy, Place place, Memory memory) {
    String root = progress.getRootTaskId();
    long at = progress.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(memory, root, at, place.storageTime(), progress.getEventId(), kept -> policy);
    Tasks.touch(state, at, place.storageTime());
    RootStanding standing = Tasks.standing(state, root, memory);
    standing.progressed(policy.mode(), progress.getTaskId());
    Tasks.save(state, standing, root, memory);
  }
}
