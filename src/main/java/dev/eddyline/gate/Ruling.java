package dev.eddyline.gate;

import dev.eddyline.detect.OffGraphMove;
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

/** Counts the loops that one event closed, chooses the action and opens or updates the gate. */
public final class Ruling {

  private Ruling() {}

  /**
   * Rules on what one event tripped. An event adds at most one to the counter.
   *
   * @param asked when an answer is wanted even when nothing counts, the reason that it then gives
   * @return the action that was ruled; CONTINUE where nothing counts
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
   * The action that a root will rule on its subtask's loops, as far as the subtask can know.
   *
   * @param before identities of the loops that the subtask signalled since the last reset
   */
  public static Action expected(Case situation, List<FoundLoop> found, List<String> before) {
    FoundLoop leading = Precedence.sorted(found).get(0);
    boolean again = before.contains(situation.loopId(leading));
    return situation.policy().answer(leading, new Rung(again, false, false, false, null)).action();
  }

  /** The identities of the loops that a subtask signalled, these now among them: the newest 32. */
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

  /** Whether any of the loops is published even when nobody asks. */
  public static boolean isPublished(List<FoundLoop> loops) {
    return counts(loops)
        || !loops.isEmpty()
            && loops.stream().anyMatch(loop -> loop.getLoopType() == LoopType.EXTERNAL_FAULT);
  }

  /** Answers an event that no rule was asked about: with what its root's standing asks for. */
  public static void answer(Case situation, String reason, Outbox outbox) {
    outbox.add(Verdicts.ok(situation, reason + held(situation.root()), List.of(), outbox));
  }

  /**
   * Tells of an event that is off its workflow's graph, unless that was told of the run before, or
   * a verdict on the event says it already. It is no loop: nothing is counted, no gate opens. Who
   * asks about the event has one answer, which may come from its root's partition; so does what is
   * said of a subtask's event that closes a loop too.
   */
  public static void tellOffGraph(Case situation, Outbox outbox) {
    if (situation.offGraph().isEmpty()) {
      return;
    }
    OffGraphMove move = situation.offGraph().get();
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

  /** What an answer must say beside its reason, since its action follows from it. */
  private static String held(RootStanding root) {
    if (root.rejected()) {
      return "; a person rejected this task";
    }
    return root.openGate().isPresent() ? "; a gate is open" : "";
  }

  /**
   * Answers what is asked beforehand: with what holds its root, or else with what the loops ask for
   * that it would close. Nothing is counted, and no gate is opened. Of a subtask's loops its
   * partition knows only whether the subtask signalled them, not whether another task of the root
   * did, nor how high a person answered them: where only that lets an answer climb, it stays below.
   *
   * @param before identities of the loops that a subtask signalled since the last reset
   */
  public static void propose(
      Case situation, List<FoundLoop> found, List<String> before, Outbox outbox) {
    List<FoundLoop> loops = Precedence.sorted(found);
    RootStanding root = situation.root();
    boolean isHeld = root.rejected() || root.openGate().isPresent();
    if (isHeld || situation.isShadow() || !counts(loops)) {
      String reason = situation.offGraph().map(OffGraphMove::reason).orElse("Asked beforehand");
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

  /** Adds one to the counter, once for an event; the value that reached its threshold, or 0. */
  private static int count(Case situation, List<FoundLoop> loops) {
    if (!situation.counted()) {
      situation.root().countLoop(situation.policy().mode(), situation.subject());
    }
    return Threshold.reached(situation, loops);
  }

  /**
   * Publishes what the loops ask for, but for what an open gate damps.
   *
   * @param reached the value that reached its threshold, or 0
   */
  @SuppressWarnings("ReferenceEquality") // the loops of one event are told apart as objects
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

  /** Counts the event's loops at the open gate; whether any of them is to be told. */
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

  /** What a policy says that only watches: counted apart, remembered nowhere, asked of nobody. */
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

  /** The loop whose own action opens a gate: the leading one, or else the first that does so. */
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

  /** The ladder climbs for every loop that counts, whichever leads. */
  private static void climb(Case situation, FoundLoop loop, @Nullable Advice advice) {
    Target target = advice != null && advice.action() == Action.ESCALATE ? advice.target() : null;
    situation.root().ruled(situation.loopId(loop), target);
  }

  /** Opens or updates the root's gate, where the loop asks for it. */
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
