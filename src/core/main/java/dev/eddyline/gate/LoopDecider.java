package dev.eddyline.gate;

import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.policy.EscalationLevel;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decides on the loops of one event: counts them, chooses the action and opens or updates the gate.
 */
public final class LoopDecider {

  private LoopDecider() {}

  /**
   * Decides on the loops of one event. An event increments the counter at most once.
   *
   * @param requested if a reply is requested: its reason where no loop is published
   * @return the chosen action; CONTINUE if no loop is published
   */
  public static Action decideOnLoops(
      DecisionContext context, List<FoundLoop> found, Optional<String> requested, Outbox outbox) {
    List<FoundLoop> loops = LoopPrecedence.sortLeadingFirst(found, context.policy().precedence());
    if (!hasLoopToPublish(loops)) {
      requested.ifPresent(
          reason -> outbox.add(VerdictBuilder.buildOkVerdict(context, reason, loops, outbox)));
      return Action.CONTINUE;
    }
    int thresholdValue =
        hasCountingLoop(loops) ? countEventAndFindReachedThreshold(context, loops) : 0;
    if (!context.isShadow()) {
      return publishVerdict(context, loops, thresholdValue, requested.isPresent(), outbox);
    }
    Action action = publishShadowVerdict(context, loops, thresholdValue, outbox);
    requested.ifPresent(reason -> publishReplyWithoutLoop(context, reason, outbox));
    return action;
  }

  /**
   * The action that the root is expected to choose for its subtask's loops.
   *
   * @param earlierLoopIds ids of the loops that the subtask signalled since the last reset
   */
  public static Action expectedRootAction(
      DecisionContext context, List<FoundLoop> found, List<String> earlierLoopIds) {
    FoundLoop leading =
        LoopPrecedence.sortLeadingFirst(found, context.policy().precedence()).get(0);
    boolean repeated = earlierLoopIds.contains(context.loopId(leading));
    return context
        .policy()
        .chooseAction(leading, new EscalationLevel(repeated, false, false, false, null))
        .action();
  }

  /** The ids of the loops that a subtask signalled, including these: the newest 32. */
  public static List<String> addSignalledLoopIds(
      DecisionContext context, List<FoundLoop> found, List<String> earlierLoopIds) {
    if (context.isShadow()) {
      return earlierLoopIds;
    }
    List<String> loopIds = new ArrayList<>(earlierLoopIds);
    for (FoundLoop loop : LoopPrecedence.sortLeadingFirst(found, context.policy().precedence())) {
      if (loop.getWeight() > 0) {
        loopIds.remove(context.loopId(loop));
        loopIds.add(context.loopId(loop));
      }
    }
    return loopIds.subList(
        Math.max(0, loopIds.size() - EscalationHistory.MAX_LOOPS_PER_LIST), loopIds.size());
  }

  /** Whether any of the loops adds to the counter. */
  public static boolean hasCountingLoop(List<FoundLoop> loops) {
    return !loops.isEmpty() && loops.stream().anyMatch(loop -> loop.getWeight() > 0);
  }

  /** Whether any of the loops is published without a reply request. */
  public static boolean hasLoopToPublish(List<FoundLoop> loops) {
    return hasCountingLoop(loops)
        || !loops.isEmpty()
            && loops.stream().anyMatch(loop -> loop.getLoopType() == LoopType.EXTERNAL_FAULT);
  }

  /** Replies to an event without a detection: with the action that the root's block requires. */
  public static void publishReplyWithoutLoop(
      DecisionContext context, String reason, Outbox outbox) {
    outbox.add(
        VerdictBuilder.buildOkVerdict(
            context, reason + blockReasonSuffix(context.root()), List.of(), outbox));
  }

  /**
   * Publishes a verdict on an off-graph transition, unless it was already reported for this run or
   * by another verdict on the event. It is not a loop: nothing is counted and no gate opens. A
   * requested reply contains it already. So does the signal of a subtask's loop, on which the
   * root's partition publishes the verdict.
   */
  public static void publishOffGraphTransition(DecisionContext context, Outbox outbox) {
    if (context.offGraphTransition().isEmpty()) {
      return;
    }
    OffGraphTransition move = context.offGraphTransition().get();
    boolean isReported = outbox.records().stream().anyMatch(LoopDecider::reportsOffGraphTransition);
    boolean isRequested = context.replyRequestedAtMillis().isPresent();
    outbox.offGraph();
    if (move.isNew() && !isReported && !isRequested && !context.policy().hasNoEnabledRules()) {
      String reason = move.reason() + blockReasonSuffix(context.root());
      outbox.add(VerdictBuilder.buildOffGraphVerdict(context, reason, outbox));
    }
  }

  private static boolean reportsOffGraphTransition(SpecificRecord record) {
    return record instanceof LoopVerdict published && published.getOffGraph() != null
        || record instanceof Signal signal
            && signal.getBody() instanceof SubtaskLoop loop
            && loop.getOffGraph() != null;
  }

  /** The suffix of a reply's reason that explains an action caused by the block. */
  private static String blockReasonSuffix(RootState root) {
    if (root.rejected()) {
      return "; a person rejected this task";
    }
    return root.openGate().isPresent() ? "; a gate is open" : "";
  }

  /**
   * Replies to a proposed event: with the action that the root's block requires, or with the action
   * for the loops that the event would close. Nothing is counted and no gate opens. A subtask's
   * partition knows only the loops that this subtask signalled. It knows neither those of other
   * subtasks nor human decisions, so its reply may have a lower escalation level.
   *
   * @param earlierLoopIds ids of the loops that the subtask signalled since the last reset
   */
  public static void replyToProposedEvent(
      DecisionContext context, List<FoundLoop> found, List<String> earlierLoopIds, Outbox outbox) {
    List<FoundLoop> loops = LoopPrecedence.sortLeadingFirst(found, context.policy().precedence());
    RootState root = context.root();
    boolean isBlocked = root.rejected() || root.openGate().isPresent();
    if (isBlocked || context.isShadow() || !hasCountingLoop(loops)) {
      String reason =
          context.offGraphTransition().map(OffGraphTransition::reason).orElse("Asked beforehand");
      publishReplyWithoutLoop(context, reason, outbox);
      return;
    }
    String loopId = context.loopId(loops.get(0));
    EscalationLevel level = root.escalationLevel(loopId, false, false);
    boolean repeated = level.isRepeatedLoop() || earlierLoopIds.contains(loopId);
    EscalationLevel requested =
        new EscalationLevel(repeated, false, false, true, level.highestDecidedTarget());
    Advice advice = Advice.forLoop(loops.get(0), context, requested);
    outbox.add(VerdictBuilder.buildLoopVerdict(context, loops, advice, outbox));
  }

  /**
   * Increments the counter once for an event. Returns the value that reached its threshold, or 0.
   */
  private static int countEventAndFindReachedThreshold(
      DecisionContext context, List<FoundLoop> loops) {
    if (!context.isEventAlreadyCounted()) {
      context.root().countLoop(context.policy().mode(), context.subject());
    }
    return GateThreshold.countThatReachedThreshold(context, loops);
  }

  /**
   * Publishes the verdict on the loops, unless an open gate throttles it.
   *
   * @param thresholdValue the value that reached its threshold, or 0
   */
  @SuppressWarnings("ReferenceEquality") // the loops of one event are compared by identity
  private static Action publishVerdict(
      DecisionContext context,
      List<FoundLoop> loops,
      int thresholdValue,
      boolean requested,
      Outbox outbox) {
    RootState root = context.root();
    FoundLoop leading = loops.get(0);
    Advice advice =
        root.rejected()
            ? Advice.abort(root.decided())
            : chooseAdviceForLoop(context, leading, loops, thresholdValue);
    FoundLoop gateLoop = thresholdValue > 0 ? leading : chooseGateLoop(context, loops, advice);
    Advice gateAdvice =
        gateLoop == leading
            ? advice
            : chooseAdviceForLoop(context, gateLoop, loops, thresholdValue);
    ActionTaken answer = new ActionTaken(leading.getLoopType(), advice.action(), advice.target());
    boolean firstRelease =
        advice.releasesAgent()
            && leading.getWeight() > 0
            && !root.wasReleased(context.loopId(leading));
    Optional<OpenGate> superseded =
        root.openGate()
            .filter(gate -> firstRelease && gate.getLoopId().equals(context.loopId(leading)));
    if (superseded.isPresent()) {
      root.block(null);
    }
    boolean published =
        root.openGate()
            .map(gate -> countAtGateAndDecideWhetherToPublish(context, gate, loops, answer))
            .orElse(true);
    Optional<GateState> change =
        firstRelease && root.openGate().isEmpty()
            ? Optional.empty()
            : openOrUpdateGateIfRequired(context, gateLoop, gateAdvice, thresholdValue);
    if (published || requested) {
      outbox.add(VerdictBuilder.buildLoopVerdict(context, loops, advice, outbox));
    }
    superseded.ifPresent(
        gate ->
            outbox.add(
                GateRecords.buildGateClosedTrigger(
                    gate, context, null, supersededReason(advice), outbox)));
    if (published && change.isPresent()) {
      OpenGate gate = root.openGate().orElseThrow();
      root.recordGatePublishedAt(outbox.decidedAt());
      outbox.add(
          GateRecords.buildTriggerForLoop(
              change.get(), gate, context, gateLoop, gateAdvice, outbox));
    }
    root.recordRecentAction(answer);
    loops.stream()
        .filter(loop -> loop.getWeight() > 0)
        .forEach(
            loop ->
                recordVerdictAndEscalation(
                    context,
                    loop,
                    loop == leading ? advice : loop == gateLoop ? gateAdvice : null));
    List<FoundLoop> counting = loops.stream().filter(loop -> loop.getWeight() > 0).toList();
    if (!counting.isEmpty()) {
      context.remedyRecorder().onLoopVerdict(context, counting, leading, advice, outbox);
    }
    return advice.action();
  }

  private static String supersededReason(Advice advice) {
    return "Superseded by " + advice.action().name().toLowerCase(Locale.ROOT);
  }

  /** Counts the event's loops at the open gate. Returns whether the verdict is published. */
  private static boolean countAtGateAndDecideWhetherToPublish(
      DecisionContext context, OpenGate gate, List<FoundLoop> loops, ActionTaken answer) {
    VerdictThrottle throttle =
        new VerdictThrottle(gate.getLoops(), false)
            .withLoopOccurrence(context.loopId(loops.get(0)), answer);
    for (FoundLoop loop : loops.subList(1, loops.size())) {
      throttle =
          loop.getWeight() > 0 ? throttle.withLoopOccurrence(context.loopId(loop), null) : throttle;
    }
    gate.setLoops(throttle.loops());
    context.root().block(gate);
    return throttle.shouldPublish();
  }

  /**
   * Publishes a shadow verdict: it has its own counter, leaves no history and requires no action.
   */
  private static Action publishShadowVerdict(
      DecisionContext context, List<FoundLoop> loops, int thresholdValue, Outbox outbox) {
    EscalationLevel level =
        new EscalationLevel(
            false, GateThreshold.isNear(context, loops), thresholdValue > 0, false, null);
    Advice advice = Advice.forLoop(loops.get(0), context, level);
    outbox.add(VerdictBuilder.buildLoopVerdict(context, loops, advice, outbox));
    return advice.action();
  }

  private static Advice chooseAdviceForLoop(
      DecisionContext context, FoundLoop loop, List<FoundLoop> loops, int thresholdValue) {
    RootState root = context.root();
    boolean personDecides = thresholdValue > 0 || root.openGate().isPresent();
    String loopId = context.loopId(loop);
    EscalationLevel level =
        root.escalationLevel(loopId, GateThreshold.isNear(context, loops), personDecides);
    return Advice.forLoop(loop, context, level);
  }

  /** The first loop whose action opens a gate; the leading loop if there is none. */
  private static FoundLoop chooseGateLoop(
      DecisionContext context, List<FoundLoop> loops, Advice leading) {
    if (leading.target() == Target.USER) {
      return loops.get(0);
    }
    return loops.stream()
        .skip(1)
        .filter(loop -> loop.getWeight() > 0)
        .filter(loop -> chooseAdviceForLoop(context, loop, loops, 0).target() == Target.USER)
        .findFirst()
        .orElse(loops.get(0));
  }

  /**
   * Records the verdict for each counted loop; only the leading and gate loops have an escalation
   * target.
   */
  private static void recordVerdictAndEscalation(
      DecisionContext context, FoundLoop loop, @Nullable Advice advice) {
    Target target = advice != null && advice.action() == Action.ESCALATE ? advice.target() : null;
    boolean released = advice != null && advice.releasesAgent();
    context.root().recordLoopVerdict(context.loopId(loop), target, released);
  }

  /** Opens or updates the root's gate if the loop requires it. */
  private static Optional<GateState> openOrUpdateGateIfRequired(
      DecisionContext context, FoundLoop gateLoop, Advice advice, int thresholdValue) {
    RootState root = context.root();
    boolean asksPerson = advice.target() == Target.USER;
    if (root.rejected() || gateLoop.getWeight() == 0 && !asksPerson) {
      return Optional.empty();
    }
    if (root.openGate().isPresent()) {
      root.block(GateRecords.update(root.openGate().get(), context, gateLoop));
      return Optional.of(GateState.UPDATED);
    }
    if (!context.opensGates() || thresholdValue == 0 && !asksPerson) {
      return Optional.empty();
    }
    int value = thresholdValue > 0 ? thresholdValue : gateLoop.getAttempts();
    root.setDecided(null);
    root.block(GateRecords.open(context, gateLoop, advice, value));
    return Optional.of(GateState.OPENED);
  }
}
