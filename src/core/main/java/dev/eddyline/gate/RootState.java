package dev.eddyline.gate;

import dev.eddyline.policy.EscalationLevel;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Target;
import dev.eddyline.state.StoredRoot;
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
public final class RootState {

  /** Maximum number of past actions in the leader context. */
  private static final int MAX_RECENT_ACTIONS = 10;

  /** The initial state, shared by most tasks and never modified. */
  private static final StoredRoot INITIAL_STATE = RootStates.initialState(null);

  private final RootBlock rootBlock;
  private final long epochBeforeChanges;
  private final Supplier<Optional<String>> goal;
  private StoredRoot storedState;
  private boolean changed;
  private boolean hasBlockChanged;
  private @Nullable PersonDecision decided;
  private boolean hasDecidedChanged;

  /**
   * A root task with this stored state.
   *
   * @param state its stored state, or null if there is none
   * @param block its block, or null
   */
  public RootState(@Nullable StoredRoot state, @Nullable RootHold block) {
    this(state, block == null ? null : () -> block, Optional::empty, null);
  }

  /**
   * A root task whose block is loaded on first use.
   *
   * @param state its stored state, or null if there is none
   * @param block loads its block; null if it has none
   * @param goal reads its goal as declared at its start, redacted; empty if unknown
   * @param decided a person's newest decision, or null
   */
  public RootState(
      @Nullable StoredRoot state,
      @Nullable Supplier<RootHold> block,
      Supplier<Optional<String>> goal,
      @Nullable PersonDecision decided) {
    this.goal = goal;
    this.decided = decided;
    this.storedState = state == null ? INITIAL_STATE : state;
    rootBlock = new RootBlock(block);
    epochBeforeChanges = this.storedState.getEpoch();
  }

  /** The state for modification; the shared initial state is copied first. */
  @SuppressWarnings("ReferenceEquality") // the initial state is a singleton
  private StoredRoot modifiableState() {
    if (storedState == INITIAL_STATE) {
      storedState = RootStates.initialState(null);
    }
    changed = true;
    return storedState;
  }

  /**
   * A root as the partitions of its subtasks know it: without counter and escalations. It is never
   * stored.
   */
  public static RootState asKnownToSubtasks(
      long epoch, @Nullable Object gateOrRejection, @Nullable PersonDecision decided) {
    RootHold block =
        gateOrRejection == null
            ? null
            : new RootHold(gateOrRejection, epoch, Epochs.NO_RESET_TIME_MILLIS, List.of(), 0L);
    StoredRoot state = RootStates.initialState(block);
    state.setEpoch(epoch);
    return new RootState(state, block == null ? null : () -> block, Optional::empty, decided);
  }

  /** A person's newest decision; null before the first, or if it has no effect any more. */
  public @Nullable PersonDecision decided() {
    return decided;
  }

  /** Records a person's decision that is reported to the tasks of the root; null: no longer. */
  void setDecided(@Nullable PersonDecision decision) {
    hasDecidedChanged |= !Objects.equals(decision, decided);
    decided = decision;
  }

  /** Whether the newest decision changed. */
  public boolean hasDecidedChanged() {
    return hasDecidedChanged;
  }

  /** The goal of the root task as declared at its start, redacted; empty if unknown. */
  Optional<String> goal() {
    return goal.get();
  }

  /** Number of the root's resets. */
  public long epoch() {
    return storedState.getEpoch();
  }

  /** The root's resets so far. */
  public Epochs epochs() {
    return Epochs.from(storedState);
  }

  /** Partitions of the root's subtasks, ascending. */
  public List<Integer> partitions() {
    return List.copyOf(storedState.getPartitions());
  }

  /** Whether subtasks must be notified: a new epoch started or the block changed. */
  public boolean mustNotifySubtasks() {
    return storedState.getEpoch() != epochBeforeChanges || rootBlock.hasChangedForSubtasks();
  }

  /**
   * Records that a subtask is active.
   *
   * @param partition partition of the subtask
   * @param epoch epoch that this partition knew; an expired root adopts a higher one
   * @param at event time of the signal, epoch milliseconds
   * @return whether the partition must receive the root's state
   */
  public boolean recordSubtaskAliveAndCheckUpdateNeeded(int partition, long epoch, long at) {
    List<Integer> previous = storedState.getPartitions();
    boolean upToDate = previous.contains(partition) && epoch >= storedState.getEpoch();
    Long newest = storedState.getNewestSignalAt();
    StoredRoot next = modifiableState();
    next.setPartitions(
        Stream.concat(previous.stream(), Stream.of(partition)).distinct().sorted().toList());
    next.setNewestSignalAt(newest == null ? at : Math.max(newest, at));
    next.setEpoch(Math.max(epoch, next.getEpoch()));
    return !upToDate && (next.getEpoch() > 0 || rootBlock.currentBlock() != null);
  }

  /** Number of loops since the last reset, without expired or removed ones. */
  public int loopCount() {
    return storedState.getLoopCount();
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
  public void removeExpiredLoops(Policy policy, long now) {
    Optional<Duration> window = policy.gate().window();
    Mode mode = policy.mode();
    if (window.isPresent() && LoopCounter.hasExpiredLoop(storedState, mode, window.get(), now)) {
      setLoopCounter(mode, counter(mode).within(window.get(), now));
    }
  }

  /** Removes all loops after progress. */
  public void removeCountedLoops(Mode mode) {
    setLoopCounter(mode, LoopCounter.EMPTY);
  }

  /** Removes the loops of a subtask after progress. */
  public void removeCountedLoops(Mode mode, String subtaskId) {
    setLoopCounter(mode, counter(mode).withoutLoopsOfTask(subtaskId));
  }

  /** The open gate, if any. */
  public Optional<OpenGate> openGate() {
    return rootBlock.openGate();
  }

  /** Whether a person rejected the task. */
  public boolean rejected() {
    return rootBlock.rejection().isPresent();
  }

  /** The advice that follows from the root's block alone. */
  Advice advice() {
    if (rejected()) {
      return Advice.abort(decided);
    }
    return openGate().map(Advice::atGate).orElse(Advice.continueAdvice());
  }

  /** The most recent actions, oldest first. */
  List<ActionTaken> recentActions() {
    return List.copyOf(storedState.getResults());
  }

  /** The gate of the same loop that was decided before, or null. */
  @Nullable String previousGateIdOfLoop(String loopId) {
    return escalationHistory().findHumanDecision(loopId).map(AnsweredLoop::getGateId).orElse(null);
  }

  /** Whether this gate was already decided, as far as it is stored. */
  public boolean wasGateDecidedByHuman(String gateId) {
    return escalationHistory().decidedByHuman().stream()
        .anyMatch(loop -> gateId.equals(loop.getGateId()));
  }

  /** The escalation level of a loop. */
  EscalationLevel escalationLevel(String loopId, boolean near, boolean personDecides) {
    EscalationHistory history = escalationHistory();
    Target decidedTarget =
        history.findHumanDecision(loopId).map(AnsweredLoop::getTarget).orElse(null);
    return new EscalationLevel(
        history.hasVerdict(loopId), near, personDecides, false, decidedTarget);
  }

  /** Counts a loop that this event closed. */
  void countLoop(Mode mode, VerdictSubject subject) {
    setLoopCounter(mode, counter(mode).withLoop(subject.taskId(), subject.at()));
  }

  private LoopCounter counter(Mode mode) {
    return LoopCounter.from(storedState, mode);
  }

  private void setLoopCounter(Mode mode, LoopCounter counter) {
    if (!counter.equals(counter(mode))) {
      counter.writeTo(modifiableState(), mode);
    }
  }

  private EscalationHistory escalationHistory() {
    return new EscalationHistory(storedState.getLadder(), storedState.getAnswered());
  }

  private void setEscalationHistory(EscalationHistory history) {
    StoredRoot next = modifiableState();
    next.setLadder(history.loopsWithVerdict());
    next.setAnswered(history.decidedByHuman());
  }

  /** Whether the agent was released from the loop since the last reset. */
  boolean wasReleased(String loopId) {
    return escalationHistory().wasReleased(loopId);
  }

  /** Records a verdict on a loop; the target is null if it was not escalated. */
  void recordLoopVerdict(String loopId, @Nullable Target escalatedTo, boolean released) {
    setEscalationHistory(escalationHistory().withVerdict(loopId, escalatedTo, released));
  }

  /** Records an action for the leader context. */
  void recordRecentAction(ActionTaken action) {
    List<ActionTaken> results = new ArrayList<>(storedState.getResults());
    results.add(action);
    if (results.size() > MAX_RECENT_ACTIONS) {
      results.remove(0);
    }
    modifiableState().setResults(results);
  }

  void block(@Nullable Object gateOrRejection) {
    rootBlock.replaceBlock(toRootHold(gateOrRejection));
    modifiableState().setBlocked(gateOrRejection != null);
    hasBlockChanged = true;
  }

  /** Records the clock time at which the open gate was published. */
  void recordGatePublishedAt(Instant now) {
    Objects.requireNonNull(rootBlock.currentBlock(), "no gate is open")
        .setToldAt(now.toEpochMilli());
  }

  /**
   * Records a person's decision.
   *
   * @param gate the gate that it closed, or null
   * @param falsePositive whether the verdict was a false positive, which does not raise the
   *     escalation level
   */
  void recordHumanDecision(@Nullable OpenGate gate, boolean falsePositive) {
    EscalationHistory history =
        gate == null
            ? escalationHistory()
            : escalationHistory().afterGateClosed(gate, falsePositive);
    setEscalationHistory(falsePositive ? history : history.afterAllEscalationsDecided());
  }

  /**
   * Resets the counters and increments the epoch.
   *
   * @param at event time of the reset, epoch milliseconds
   * @param clearsHistories whether the reset also clears the histories of the subtasks
   * @return the new epoch
   */
  long reset(long at, boolean clearsHistories) {
    setLoopCounter(Mode.LIVE, LoopCounter.EMPTY);
    setLoopCounter(Mode.SHADOW, LoopCounter.EMPTY);
    setEscalationHistory(escalationHistory().afterCounterReset());
    modifiableState().setResults(List.of());
    epochs().afterReset(at, clearsHistories).writeTo(storedState);
    return storedState.getEpoch();
  }

  /** The state to store; empty if nothing changed. */
  public Optional<StoredRoot> changedState() {
    return changed ? Optional.of(storedState) : Optional.empty();
  }

  /** Whether the block, or the fields stored with it, changed. */
  public boolean hasBlockChanged() {
    return hasBlockChanged || changed && !Objects.equals(rootBlock.currentBlock(), block());
  }

  /** The block of the root with the fields that must outlive its state, or null. */
  public @Nullable RootHold block() {
    RootHold block = rootBlock.currentBlock();
    return block == null ? null : toRootHold(block.getHold());
  }

  private @Nullable RootHold toRootHold(@Nullable Object gateOrRejection) {
    if (gateOrRejection == null) {
      return null;
    }
    RootHold previous = rootBlock.currentBlock();
    return new RootHold(
        gateOrRejection,
        storedState.getEpoch(),
        storedState.getResetAt(),
        storedState.getPartitions(),
        previous == null ? 0 : previous.getToldAt());
  }
}
