package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import java.time.Instant;
import java.util.Optional;

/** Resets a root's counter and closes its gate, on completion or on a person's decision. */
public final class Resets {

  /** Reason of a reset or a closed gate. */
  public static final String COMPLETED = "Task completed successfully";

  /** Reason of a reset or a closed gate. */
  public static final String DECIDED = "Human intervention";

  /** Reason of a closed gate whose task is erased. */
  public static final String FORGOTTEN = "Task forgotten";

  private Resets() {}

  /** Closes the gate, if any, of an erased task. */
  public static void forgotten(Case situation, Outbox outbox) {
    situation
        .root()
        .openGate()
        .ifPresent(gate -> outbox.add(Gates.closed(gate, situation, null, FORGOTTEN, outbox)));
  }

  /** Closes the gate, if any, and resets the counter of a successfully completed task. */
  public static void completed(Case situation, Outbox outbox) {
    situation
        .root()
        .openGate()
        .ifPresent(
            gate -> {
              situation.root().hold(null);
              outbox.add(Gates.closed(gate, situation, null, COMPLETED, outbox));
            });
    situation.learning().completed(situation, outbox);
    reset(situation, COMPLETED, false, outbox);
  }

  /**
   * Applies a person's decision: closes the gate. A rejection ends the task; any other decision
   * resets it.
   *
   * @return true if the root's histories must be cleared
   */
  public static boolean decided(Case situation, ReceivedDecision received, Outbox outbox) {
    HumanIntervened decision = received.body();
    RootStanding root = situation.root();
    Subject subject = situation.subject();
    Optional<OpenGate> gate = root.openGate();
    boolean rejected = decision.getDecision() == Decision.REJECT;
    root.hold(rejected ? new Rejection(subject.eventId(), subject.at()) : null);
    root.decided(gate.orElse(null), decision.getDecision() == Decision.FALSE_POSITIVE);
    gate.ifPresent(
        closed -> outbox.add(Gates.closed(closed, situation, received, DECIDED, outbox)));
    situation.learning().decided(situation, gate.orElse(null), decision, outbox);
    if (!rejected) {
      reset(situation, DECIDED, true, outbox);
    }
    return !rejected;
  }

  /** Resets the counter after a user message, if the policy says so; a gate remains open. */
  public static void spoken(Case situation, Outbox outbox) {
    situation.learning().spoken(situation);
    reset(situation, DECIDED, false, outbox);
  }

  private static void reset(Case situation, String reason, boolean clears, Outbox outbox) {
    int previous = situation.root().loopCount();
    Subject subject = situation.subject();
    long epoch = situation.root().reset(subject.at(), clears);
    outbox.add(
        LoopReset.newBuilder()
            .setResetId(Hash.id("reset", subject.taskId(), subject.eventId()))
            .setEventId(subject.eventId())
            .setTaskId(subject.taskId())
            .setRootTaskId(subject.rootTaskId())
            .setReason(reason)
            .setPreviousCount(previous)
            .setEpoch(epoch)
            .setSource(outbox.source())
            .setOccurredAt(Instant.ofEpochMilli(subject.at()))
            .setDecidedAt(outbox.decidedAt())
            .build());
  }
}
