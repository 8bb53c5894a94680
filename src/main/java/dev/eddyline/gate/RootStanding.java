package dev.eddyline.gate;

import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a root task stands while an event is ruled on: its counter, its past answers, its hold. */
public final class RootStanding {

  /** Results kept for the leader context (document 000, "LeaderContext"). */
  private static final int MAX_RESULTS = 10;

  /** Decided loops that are remembered, so that a recurrence can name the gate before it. */
  private static final int MAX_ANSWERED = 16;

  private final Standing standing;
  private RootHold hold;
  private boolean changed;
  private boolean holdChanged;

  /**
   * A root as its state tells it.
   *
   * @param standing its standing, or null when it has none yet
   * @param hold what holds it, or null
   */
  public RootStanding(Standing standing, RootHold hold) {
    this.standing = standing == null ? new Standing(0, 0L, false, List.of(), List.of()) : standing;
    this.hold = hold;
  }

  /** Loops since the last reset. */
  public int loopCount() {
    return standing.getLoopCount();
  }

  /** The gate that waits for a decision, if any. */
  public Optional<OpenGate> openGate() {
    return hold != null && hold.getHold() instanceof OpenGate gate
        ? Optional.of(gate)
        : Optional.empty();
  }

  /** Whether a person ended the task. */
  public boolean rejected() {
    return hold != null && hold.getHold() instanceof Rejection;
  }

  /** What is asked of the orchestrator by the standing alone. */
  Advice advice() {
    if (rejected()) {
      return Advice.abort();
    }
    return openGate().map(Advice::atGate).orElse(Advice.goOn());
  }

  /** The last results, oldest first. */
  List<ActionTaken> results() {
    return List.copyOf(standing.getResults());
  }

  /** The gate of the same loop that was decided before, or null. */
  String decidedBefore(String loopId) {
    return standing.getAnswered().stream()
        .filter(loop -> loop.getLoopId().equals(loopId))
        .map(AnsweredLoop::getGateId)
        .findFirst()
        .orElse(null);
  }

  void countLoop() {
    standing.setLoopCount(standing.getLoopCount() + 1);
    changed = true;
  }

  void remember(LoopType loopType, Advice advice) {
    List<ActionTaken> results = new ArrayList<>(standing.getResults());
    results.add(new ActionTaken(loopType, advice.action(), advice.target()));
    if (results.size() > MAX_RESULTS) {
      results.remove(0);
    }
    standing.setResults(results);
    changed = true;
  }

  void hold(Object gateOrRejection) {
    hold = gateOrRejection == null ? null : new RootHold(gateOrRejection);
    standing.setHeld(hold != null);
    changed = true;
    holdChanged = true;
  }

  void answered(OpenGate gate) {
    List<AnsweredLoop> answered = new ArrayList<>(standing.getAnswered());
    answered.removeIf(loop -> loop.getLoopId().equals(gate.getLoopId()));
    answered.add(new AnsweredLoop(gate.getLoopId(), gate.getGateId(), gate.getTarget()));
    if (answered.size() > MAX_ANSWERED) {
      answered.remove(0);
    }
    standing.setAnswered(answered);
    changed = true;
  }

  /** Sets the counter to 0 and raises the epoch, which is answered. */
  long reset() {
    standing.setLoopCount(0);
    standing.setResults(List.of());
    standing.setEpoch(standing.getEpoch() + 1);
    changed = true;
    return standing.getEpoch();
  }

  /** The standing to keep; null when there is nothing to tell yet. */
  public Standing standing(Standing before) {
    return changed ? standing : before;
  }

  /** Whether the hold was changed. */
  public boolean holdChanged() {
    return holdChanged;
  }

  /** What holds the root now, or null. */
  public RootHold hold() {
    return hold;
  }
}
