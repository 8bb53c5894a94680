package dev.eddyline.gate;

import dev.eddyline.detect.OffGraphTransition;
import dev.eddyline.policy.Rung;
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
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decides on the loops of one event: counts them, chooses the action and opens or updates the gate.
 */
public final class Ruling {

  private Ruling() {}

  /**
   * Decides on the loops of one event. An event increments the counter at most once.
   *
   * @param asked if a reply is requested: its reason where no loop is published
   * @return the chosen action; CONTINUE if no loop is published
   */
  public static Action rule(
      Case situation, List<FoundLoop> found, Optional<String> asked, Outbox outbox) {
    List<FoundLoop> loops = Precedence.sorted(found);
    if (!isPublished(loops)) {
      asked.ifPresent(reason -> outbox.add(Verdicts.ok(situation, reason, loops, outbox)));
      return Action.CONTINUE;
    }
    int reached = counts(loops) ? count(situation, loops) : 0;
    if (!situation.isShadow()) {
      return publish(situation, loops, reached, asked.isPresent(), outbox);
    }
    Action ruled = tell(situation, loops, reached, outbox);
    asked.ifPresent(reason -> answer(situation, reason, outbox));
    return ruled;
  }

  /**
   * The action that the root is expected to choose for its subtask's loops.
   *
   * @param before ids of the loops that the subtask signalled since the last reset
   */
  public static Action expected(Case situation, List<FoundLoop> found, List<String> before) {
    FoundLoop leading = Precedence.sorted(found).get(0);
    boolean again = before.contains(situation.loopId(leading));
    return situation.policy().answer(leading, new Rung(again, false, false, false, null)).action();
  }

  /** The ids of the loops that a subtask signalled, including these: the newest 32. */
  public static List<String> signalled(Case situation, List<FoundLoop> found, List<String> before) {
    if (situation.isShadow()) {
      return before;
    }
    List<String> loopIds = new ArrayList<>(before);
    for (FoundLoop loop : Precedence.sorted(found)) {
      if (loop.getWeight() > 0) {
        loopIds.remove(situation.loopId(loop));
        loopIds.add(situation.loopId(loop));
      }
    }
    return loopIds.subList(Math.max(0, loopIds.size() - Ladder.MAX), loopIds.size());
  }

  /** Whether any of the loops adds to the counter. */
  public static boolean counts(List<FoundLoop> loops) {
    return !loops.isEmpty() && loops.stream().anyMatch(loop -> loop.getWeight() > 0);
  }

  /** Whether any of the loops is published without a reply request. */
  public static boolean isPublished(List<FoundLoop> loops) {
    return counts(loops)
        || !loops.isEmpty()
            && loops.stream().anyMatch(loop -> loop.getLoopType() == LoopType.EXTERNAL_FAULT);
  }

  /** Replies to an event without a detection: with the action that the root's block requires. */
  public static void answer(Case situation, String reason, Outbox outbox) {
    outbox.add(Verdicts.ok(situation, reason + held(situation.root()), List.of(), outbox));
  }

  /**
   * Publishes a verdict on an off-graph transition, unless it was already reported for this run or
   * by another verdict on the event. It is not a loop: nothing is counted and no gate opens. A
   * requested reply contains it already. So does the signal of a subtask's loop, on which the
   * root's partition publishes the verdict.
   */
  public static void tellOffGraph(Case situation, Outbox outbox) {
    if (situation.offGraph().isEmpty()) {
      return;
    }
    OffGraphTransition move = situation.offGraph().get();
    boolean isTold = outbox.records().stream().anyMatch(Ruling::tellsOffGraph);
    boolean isAsked = situation.askedAt().isPresent();
    outbox.offGraph();
    if (move.isNew() && !isTold && !isAsked && !situation.policy().isSilent()) {
      String reason = move.reason() + held(situation.root());
      outbox.add(Verdicts.offGraph(situation, reason, outbox));
    }
  }

  private static boolean tellsOffGraph(SpecificRecord record) {
    return record instanceof LoopVerdict told && told.getOffGraph() != null
        || record instanceof Signal signal
            && signal.getBody() instanceof SubtaskLoop loop
            && loop.getOffGraph() != null;
  }

  /** The suffix of a reply's reason that explains an action caused by the block. */
  private static String held(RootStanding root) {
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
   * @param before ids of the loops that the subtask signalled since the last reset
   */
  public static void propose(
      Case situation, List<FoundLoop> found, List<String> before, Outbox outbox) {
    List<FoundLoop> loops = Precedence.sorted(found);
    RootStanding root = situation.root();
    boolean isHeld = root.rejected() || root.openGate().isPresent();
    if (isHeld || situation.isShadow() || !counts(loops)) {
      String reason =
          situation.offGraph().map(OffGraphTransition::reason).orElse("Asked beforehand");
      answer(situation, reason, outbox);
      return;
    }
    String loopId = situation.loopId(loops.get(0));
    Rung rung = root.rung(loopId, false, false);
    boolean again = rung.again() || before.contains(loopId);
    Rung asked = new Rung(again, false, false, true, rung.answered());
    Advice advice = Advice.forLoop(loops.get(0), situation, asked);
    outbox.add(Verdicts.loop(situation, loops, advice, outbox));
  }

  /**
   * Increments the counter once for an event. Returns the value that reached its threshold, or 0.
   */
  private static int count(Case situation, List<FoundLoop> loops) {
    if (!situation.counted()) {
      situation.root().countLoop(situation.policy().mode(), situation.subject());
    }
    return Threshold.reached(situation, loops);
  }

  /**
   * Publishes the verdict on the loops, unless an open gate throttles it.
   *
   * @param reached the value that reached its threshold, or 0
   */
  @SuppressWarnings("ReferenceEquality") // the loops of one event are compared by identity
  private static Action publish(
      Case situation, List<FoundLoop> loops, int reached, boolean asked, Outbox outbox) {
    RootStanding root = situation.root();
    FoundLoop leading = loops.get(0);
    Advice advice = root.rejected() ? Advice.abort() : advice(situation, leading, loops, reached);
    FoundLoop opening = reached > 0 ? leading : asking(situation, loops, advice);
    Advice itsAdvice = opening == leading ? advice : advice(situation, opening, loops, reached);
    ActionTaken answer = new ActionTaken(leading.getLoopType(), advice.action(), advice.target());
    boolean told = root.openGate().map(gate -> told(situation, gate, loops, answer)).orElse(true);
    Optional<GateState> change = gate(situation, opening, itsAdvice, reached);
    if (told || asked) {
      outbox.add(Verdicts.loop(situation, loops, advice, outbox));
    }
    if (told && change.isPresent()) {
      OpenGate gate = root.openGate().orElseThrow();
      root.told(outbox.decidedAt());
      outbox.add(Gates.trigger(change.get(), gate, situation, opening, itsAdvice, outbox));
    }
    root.remember(answer);
    loops.stream()
        .filter(loop -> loop.getWeight() > 0)
        .forEach(
            loop ->
                climb(
                    situation,
                    loop,
                    loop == leading ? advice : loop == opening ? itsAdvice : null));
    List<FoundLoop> counting = loops.stream().filter(loop -> loop.getWeight() > 0).toList();
    if (!counting.isEmpty()) {
      situation.learning().ruled(situation, counting, leading, advice, outbox);
    }
    return advice.action();
  }

  /** Counts the event's loops at the open gate. Returns whether the verdict is published. */
  private static boolean told(
      Case situation, OpenGate gate, List<FoundLoop> loops, ActionTaken answer) {
    Storm storm = new Storm(gate.getLoops(), false).with(situation.loopId(loops.get(0)), answer);
    for (FoundLoop loop : loops.subList(1, loops.size())) {
      storm = loop.getWeight() > 0 ? storm.with(situation.loopId(loop), null) : storm;
    }
    gate.setLoops(storm.loops());
    situation.root().hold(gate);
    return storm.isTold();
  }

  /**
   * Publishes a shadow verdict: it has its own counter, leaves no history and requires no action.
   */
  private static Action tell(Case situation, List<FoundLoop> loops, int reached, Outbox outbox) {
    Rung rung = new Rung(false, Threshold.isNear(situation, loops), reached > 0, false, null);
    Advice advice = Advice.forLoop(loops.get(0), situation, rung);
    outbox.add(Verdicts.loop(situation, loops, advice, outbox));
    return advice.action();
  }

  private static Advice advice(Case situation, FoundLoop loop, List<FoundLoop> loops, int reached) {
    RootStanding root = situation.root();
    boolean personDecides = reached > 0 || root.openGate().isPresent();
    String loopId = situation.loopId(loop);
    Rung rung = root.rung(loopId, Threshold.isNear(situation, loops), personDecides);
    return Advice.forLoop(loop, situation, rung);
  }

  /** The first loop whose action opens a gate; the leading loop if there is none. */
  private static FoundLoop asking(Case situation, List<FoundLoop> loops, Advice leading) {
    if (leading.target() == Target.USER) {
      return loops.get(0);
    }
    return loops.stream()
        .skip(1)
        .filter(loop -> loop.getWeight() > 0)
        .filter(loop -> advice(situation, loop, loops, 0).target() == Target.USER)
        .findFirst()
        .orElse(loops.get(0));
  }

  /**
   * Records the verdict for each counted loop; only the leading and gate loops have an escalation
   * target.
   */
  private static void climb(Case situation, FoundLoop loop, @Nullable Advice advice) {
    Target target = advice != null && advice.action() == Action.ESCALATE ? advice.target() : null;
    situation.root().ruled(situation.loopId(loop), target);
  }

  /** Opens or updates the root's gate if the loop requires it. */
  private static Optional<GateState> gate(
      Case situation, FoundLoop opening, Advice advice, int reached) {
    RootStanding root = situation.root();
    boolean asksPerson = advice.target() == Target.USER;
    if (root.rejected() || opening.getWeight() == 0 && !asksPerson) {
      return Optional.empty();
    }
    if (root.openGate().isPresent()) {
      root.hold(Gates.update(root.openGate().get(), situation, opening));
      return Optional.of(GateState.UPDATED);
    }
    if (!situation.opensGates() || reached == 0 && !asksPerson) {
      return Optional.empty();
    }
    int value = reached > 0 ? reached : opening.getAttempts();
    root.hold(Gates.open(situation, opening, advice, value));
    return Optional.of(GateState.OPENED);
  }
}
