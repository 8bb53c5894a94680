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

/** How a root task stands while an event is ruled on: its counter, its past answers, its hold. */
public final class RootStanding {

  /** Results kept for the leader context (document 000, "LeaderContext"). */
  private static final int MAX_RESULTS = 10;

  /** The standing of most tasks, shared: it is never changed. */
  private static final Standing BLANK = Standings.blank(null);

  private final Holding holding;
  private final long epochBefore;
  private Standing standing;
  private boolean changed;
  private boolean holdChanged;

  /**
   * A root as its state tells it.
   *
   * @param standing its standing, or null when it has none yet
   * @param hold what holds it, or null
   */
  public RootStanding(@Nullable Standing standing, @Nullable RootHold hold) {
    this(standing, hold == null ? null : () -> hold);
  }

  private RootStanding(@Nullable Standing standing, @Nullable Supplier<RootHold> hold) {
    this.standing = standing == null ? BLANK : standing;
    holding = new Holding(hold);
    epochBefore = this.standing.getEpoch();
  }

  /** A held root as its state tells it: what holds it is read when it is first asked for. */
  public static RootStanding held(@Nullable Standing standing, Supplier<RootHold> hold) {
    return new RootStanding(standing, hold);
  }

  /** The standing, which is about to change. */
  @SuppressWarnings("ReferenceEquality") // the shared one is one object
  private Standing changing() {
    if (standing == BLANK) {
      standing = Standings.blank(null);
    }
    changed = true;
    return standing;
  }

  /** A root as another partition knows it: without its counter and ladder, and never kept. */
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

  /** Partitions that subtasks of the root are at home in, ascending. */
  public List<Integer> partitions() {
    return List.copyOf(standing.getPartitions());
  }

  /** Whether subtasks must be told: another epoch began, or something else holds the root. */
  public boolean turned() {
    return standing.getEpoch() != epochBefore || holding.turned();
  }

  /**
   * A subtask lives.
   *
   * @param partition partition that it is at home in
   * @param epoch epoch that this partition knew: a root that was forgotten takes a higher one over
   * @param at event time of the sign, epoch milliseconds
   * @return whether the partition is to be told how the root stands
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

  /** Loops since the last reset, less those that left the counter. */
  public int loopCount() {
    return standing.getLoopCount();
  }

  /** The same number for policies of this mode. */
  int loopCount(Mode mode) {
    return counter(mode).count();
  }

  /**
   * Lets loops leave that are older than the policy's window.
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

  /** Lets all loops leave, because progress followed them. */
  public void progressed(Mode mode) {
    count(mode, LoopCounter.EMPTY);
  }

  /** Lets the loops of a subtask leave, because progress followed them. */
  public void progressed(Mode mode, String subtaskId) {
    count(mode, counter(mode).without(subtaskId));
  }

  /** The gate that waits for a decision, if any. */
  public Optional<OpenGate> openGate() {
    return holding.openGate();
  }

  /** Whether a person ended the task. */
  public boolean rejected() {
    return holding.rejected();
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
  @Nullable String decidedBefore(String loopId) {
    return ladder().decided(loopId).map(AnsweredLoop::getGateId).orElse(null);
  }

  /** Whether a person decided at this gate before, as far as that is known. */
  public boolean wasDecided(String gateId) {
    return ladder().answered().stream().anyMatch(loop -> gateId.equals(loop.getGateId()));
  }

  /** How far up its ladder a loop has come. */
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

  /** Remembers that a loop was ruled on; the target is null where it was not escalated. */
  void ruled(String loopId, @Nullable Target escalatedTo) {
    climb(ladder().with(loopId, escalatedTo));
  }

  /** Remembers an answer for the leader context. */
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

  /** The open gate was published at this clock time. */
  void told(Instant now) {
    Objects.requireNonNull(holding.hold(), "no gate is open").setToldAt(now.toEpochMilli());
  }

  /**
   * A person decided.
   *
   * @param gate the gate that it closed, or null
   * @param falsePositive whether it was no loop, so that its escalation does not go higher
   */
  void decided(@Nullable OpenGate gate, boolean falsePositive) {
    Ladder ladder = gate == null ? ladder() : ladder().closed(gate, falsePositive);
    climb(falsePositive ? ladder : ladder.allAnswered());
  }

  /**
   * Sets the counters to 0 and raises the epoch, which is answered.
   *
   * @param at event time of the reset, epoch milliseconds
   * @param clears whether what subtasks remember of before is void
   */
  long reset(long at, boolean clears) {
    count(Mode.LIVE, LoopCounter.EMPTY);
    count(Mode.SHADOW, LoopCounter.EMPTY);
    climb(ladder().reset());
    changing().setResults(List.of());
    epochs().next(at, clears).keep(standing);
    return standing.getEpoch();
  }

  /** The standing to keep; null when there is nothing to tell yet. */
  public @Nullable Standing standing(@Nullable Standing before) {
    return changed ? standing : before;
  }

  /** Whether the hold, or what is kept with it, was changed. */
  public boolean holdChanged() {
    return holdChanged || changed && !Objects.equals(holding.hold(), hold());
  }

  /** What holds the root now, with what must outlive its state, or null. */
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
