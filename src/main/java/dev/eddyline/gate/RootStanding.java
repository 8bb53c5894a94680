package dev.eddyline.gate;

import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.Rung;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import dev.eddyline.schema.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a root task while an event is decided: counter, past actions and block. */
public final class RootStanding {

  /** Maximum number of past actions in the leader context. */
  private static final int MAX_RESULTS = 10;

  /** The initial state, shared by most tasks and never modified. */
  private static final Standing BLANK = Standings.blank(null);

  private final Holding holding;
  private final long epochBefore;
  private Standing standing;
  private boolean changed;
  private boolean holdChanged;

  /**
   * A root task with this stored state.
   *
   * @param standing its stored state, or null if there is none
   * @param hold its block, or null
   */
  public RootStanding(@Nullable Standing standing, @Nullable RootHold hold) {
    this(standing, hold == null ? null : () -> hold);
  }

  private RootStanding(@Nullable Standing standing, @Nullable Supplier<RootHold> hold) {
    this.standing = standing == null ? BLANK : standing;
    holding = new Holding(hold);
    epochBefore = this.standing.getEpoch();
  }

  /** A blocked root task with this stored state; the block is loaded on first use. */
  public static RootStanding held(@Nullable Standing standing, Supplier<RootHold> hold) {
    return new RootStanding(standing, hold);
  }

  /** The state for modification; the shared initial state is copied first. */
  @SuppressWarnings("ReferenceEquality") // the initial state is a singleton
  private Standing changing() {
    if (standing == BLANK) {
      standing = Standings.blank(null);
    }
    changed = true;
    return standing;
  }

  /**
   * A root as the partitions of its subtasks know it: without counter and escalations. It is never
   * stored.
   */
  public static RootStanding known(long epoch, @Nullable Object gateOrRejection) {
    RootHold hold =
        gateOrRejection == null
            ? null
            : new RootHold(gateOrRejection, epoch, Epochs.NEVER, List.of(), 0L);
    Standing standing = Standings.blank(hold);
    standing.setEpoch(epoch);
    return new RootStanding(standing, hold);
  }

  /** Number of the root's resets. */
  public long epoch() {
    return standing.getEpoch();
  }

  /** The root's resets so far. */
  public Epochs epochs() {
    return Epochs.of(standing);
  }

  /** Partitions of the root's subtasks, ascending. */
  public List<Integer> partitions() {
    return List.copyOf(standing.getPartitions());
  }

  /** Whether subtasks must be notified: a new epoch started or the block changed. */
  public boolean turned() {
    return standing.getEpoch() != epochBefore || holding.turned();
  }

  /**
   * Records that a subtask is active.
   *
   * @param partition partition of the subtask
   * @param epoch epoch that this partition knew; an expired root adopts a higher one
   * @param at event time of the signal, epoch milliseconds
   * @return whether the partition must receive the root's state
   */
  public boolean sign(int partition, long epoch, long at) {
    List<Integer> before = standing.getPartitions();
    boolean told = before.contains(partition) && epoch >= standing.getEpoch();
    Long newest = standing.getSignAt();
    Standing next = changing();
    next.setPartitions(
        Stream.concat(before.stream(), Stream.of(partition)).distinct().sorted().toList());
    next.setSignAt(newest == null ? at : Math.max(newest, at));
    next.setEpoch(Math.max(epoch, next.getEpoch()));
    return !told && (next.getEpoch() > 0 || holding.hold() != null);
  }

  /** Number of loops since the last reset, without expired or removed ones. */
  public int loopCount() {
    return standing.getLoopCount();
  }

  /** The same number for policies of this mode. */
  int loopCount(Mode mode) {
    return counter(mode).count();
  }

  /**
   * Removes loops that are older than the policy's window.
   *
   * @param now event time of the newest event, epoch milliseconds
   */
  public void keepWindow(Policy policy, long now) {
    Optional<Duration> window = policy.gate().window();
    Mode mode = policy.mode();
    if (window.isPresent() && LoopCounter.anyLeaves(standing, mode, window.get(), now)) {
      count(mode, counter(mode).within(window.get(), now));
    }
  }

  /** Removes all loops after progress. */
  public void progressed(Mode mode) {
    count(mode, LoopCounter.EMPTY);
  }

  /** Removes the loops of a subtask after progress. */
  public void progressed(Mode mode, String subtaskId) {
    count(mode, counter(mode).without(subtaskId));
  }

  /** The open gate, if any. */
  public Optional<OpenGate> openGate() {
    return holding.openGate();
  }

  /** Whether a person rejected the task. */
  public boolean rejected() {
    return holding.rejected();
  }

  /** The advice that follows from the root's block alone. */
  Advice advice() {
    if (rejected()) {
      return Advice.abort();
    }
    return openGate().map(Advice::atGate).orElse(Advice.goOn());
  }

  /** The most recent actions, oldest first. */
  List<ActionTaken> results() {
    return List.copyOf(standing.getResults());
  }

  /** The gate of the same loop that was decided before, or null. */
  @Nullable String decidedBefore(String loopId) {
    return ladder().decided(loopId).map(AnsweredLoop::getGateId).orElse(null);
  }

  /** Whether this gate was already decided, as far as it is stored. */
  public boolean wasDecided(String gateId) {
    return ladder().answered().stream().anyMatch(loop -> gateId.equals(loop.getGateId()));
  }

  /** The escalation level of a loop. */
  Rung rung(String loopId, boolean near, boolean personDecides) {
    Ladder ladder = ladder();
    Target answered = ladder.decided(loopId).map(AnsweredLoop::getTarget).orElse(null);
    return new Rung(ladder.knows(loopId), near, personDecides, false, answered);
  }

  /** Counts a loop that this event closed. */
  void countLoop(Mode mode, Subject subject) {
    count(mode, counter(mode).with(subject.taskId(), subject.at()));
  }

  private LoopCounter counter(Mode mode) {
    return LoopCounter.of(standing, mode);
  }

  private void count(Mode mode, LoopCounter counter) {
    if (!counter.equals(counter(mode))) {
      counter.keep(changing(), mode);
    }
  }

  private Ladder ladder() {
    return new Ladder(standing.getLadder(), standing.getAnswered());
  }

  private void climb(Ladder ladder) {
    Standing next = changing();
    next.setLadder(ladder.ruled());
    next.setAnswered(ladder.answered());
  }

  /** Records a verdict on a loop; the target is null if it was not escalated. */
  void ruled(String loopId, @Nullable Target escalatedTo) {
    climb(ladder().with(loopId, escalatedTo));
  }

  /** Records an action for the leader context. */
  void remember(ActionTaken answer) {
    List<ActionTaken> results = new ArrayList<>(standing.getResults());
    results.add(answer);
    if (results.size() > MAX_RESULTS) {
      results.remove(0);
    }
    changing().setResults(results);
  }

  void hold(@Nullable Object gateOrRejection) {
    holding.become(with(gateOrRejection));
    changing().setHeld(gateOrRejection != null);
    holdChanged = true;
  }

  /** Records the clock time at which the open gate was published. */
  void told(Instant now) {
    Objects.requireNonNull(holding.hold(), "no gate is open").setToldAt(now.toEpochMilli());
  }

  /**
   * Records a person's decision.
   *
   * @param gate the gate that it closed, or null
   * @param falsePositive whether the verdict was a false positive, which does not raise the
   *     escalation level
   */
  void decided(@Nullable OpenGate gate, boolean falsePositive) {
    Ladder ladder = gate == null ? ladder() : ladder().closed(gate, falsePositive);
    climb(falsePositive ? ladder : ladder.allAnswered());
  }

  /**
   * Resets the counters and increments the epoch.
   *
   * @param at event time of the reset, epoch milliseconds
   * @param clears whether the reset also clears the histories of the subtasks
   * @return the new epoch
   */
  long reset(long at, boolean clears) {
    count(Mode.LIVE, LoopCounter.EMPTY);
    count(Mode.SHADOW, LoopCounter.EMPTY);
    climb(ladder().reset());
    changing().setResults(List.of());
    epochs().next(at, clears).keep(standing);
    return standing.getEpoch();
  }

  /** The state to store: {@code before} if nothing changed. */
  public @Nullable Standing standing(@Nullable Standing before) {
    return changed ? standing : before;
  }

  /** Whether the block, or the fields stored with it, changed. */
  public boolean holdChanged() {
    return holdChanged || changed && !Objects.equals(holding.hold(), hold());
  }

  /** The block of the root with the fields that must outlive its state, or null. */
  public @Nullable RootHold hold() {
    RootHold hold = holding.hold();
    return hold == null ? null : with(hold.getHold());
  }

  private @Nullable RootHold with(@Nullable Object gateOrRejection) {
    if (gateOrRejection == null) {
      return null;
    }
    RootHold before = holding.hold();
    return new RootHold(
        gateOrRejection,
        standing.getEpoch(),
        standing.getResetAt(),
        standing.getPartitions(),
        before == null ? 0 : before.getToldAt());
  }
}
