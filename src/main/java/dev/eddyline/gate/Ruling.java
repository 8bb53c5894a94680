package dev.eddyline.gate;

import dev.eddyline.policy.GateLimits;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.Rung;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Target;
import java.util.List;
import java.util.Optional;

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
    if (counts(loops)) {
      if (!situation.isShadow()) {
        return count(situation, loops, outbox);
      }
      Action ruled = watch(situation, loops, outbox);
      asked.ifPresent(reason -> answer(situation, reason, outbox));
      return ruled;
    }
    if (isPublished(loops)) {
      return situation.isShadow()
          ? tell(situation, loops, 0, outbox)
          : publish(situation, loops, 0, outbox);
    }
    asked.ifPresent(reason -> outbox.add(Verdicts.ok(situation, reason, loops, outbox)));
    return Action.CONTINUE;
  }

  /** The action that these loops get the first time, as far as a subtask's partition can know. */
  public static Action expected(Policy policy, List<FoundLoop> found) {
    return policy.answer(Precedence.sorted(found).get(0), Rung.FIRST).action();
  }

  /** Whether any of the loops adds to the counter. */
  public static boolean counts(List<FoundLoop> loops) {
    return loops.stream().anyMatch(loop -> loop.getWeight() > 0);
  }

  /** Whether any of the loops is published even when nobody asks. */
  public static boolean isPublished(List<FoundLoop> loops) {
    return counts(loops)
        || loops.stream().anyMatch(loop -> loop.getLoopType() == LoopType.EXTERNAL_FAULT);
  }

  /** Answers an event that no rule was asked about: with what its root's standing asks for. */
  public static void answer(Case situation, String reason, Outbox outbox) {
    outbox.add(Verdicts.ok(situation, reason, List.of(), outbox));
  }

  private static Action count(Case situation, List<FoundLoop> loops, Outbox outbox) {
    RootStanding root = situation.root();
    root.countLoop(Mode.LIVE, situation.subject());
    return publish(situation, loops, reached(situation, loops, 0), outbox);
  }

  /**
   * Publishes what the loops ask for.
   *
   * @param reached the value that reached its threshold, or 0
   */
  private static Action publish(Case situation, List<FoundLoop> loops, int reached, Outbox outbox) {
    RootStanding root = situation.root();
    FoundLoop leading = loops.get(0);
    Advice advice = root.rejected() ? Advice.abort() : advice(situation, leading, loops, reached);
    FoundLoop opening = reached > 0 ? leading : asking(situation, loops, advice);
    Advice itsAdvice = opening == leading ? advice : advice(situation, opening, loops, reached);
    Optional<GateState> change = gate(situation, opening, itsAdvice, reached);
    outbox.add(Verdicts.loop(situation, loops, advice, outbox));
    change.ifPresent(
        state -> {
          OpenGate gate = root.openGate().orElseThrow();
          outbox.add(Gates.trigger(state, gate, situation, opening, itsAdvice, outbox));
        });
    root.remember(leading.getLoopType(), advice);
    loops.stream()
        .filter(loop -> loop.getWeight() > 0)
        .forEach(
            loop ->
                climb(
                    situation,
                    loop,
                    loop == leading ? advice : loop == opening ? itsAdvice : null));
    return advice.action();
  }

  /** What a policy says that only watches: counted apart, remembered nowhere, asked of nobody. */
  private static Action watch(Case situation, List<FoundLoop> loops, Outbox outbox) {
    situation.root().countLoop(Mode.SHADOW, situation.subject());
    return tell(situation, loops, reached(situation, loops, 0), outbox);
  }

  private static Action tell(Case situation, List<FoundLoop> loops, int reached, Outbox outbox) {
    Rung rung = new Rung(false, isNear(situation, loops), reached > 0, null);
    Advice advice = Advice.forLoop(loops.get(0), situation, rung);
    outbox.add(Verdicts.loop(situation, loops, advice, outbox));
    return advice.action();
  }

  private static Advice advice(Case situation, FoundLoop loop, List<FoundLoop> loops, int reached) {
    RootStanding root = situation.root();
    boolean personDecides = reached > 0 || root.openGate().isPresent();
    String loopId = situation.loopId(loop);
    Rung rung = root.rung(loopId, isNear(situation, loops), personDecides);
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
  private static void climb(Case situation, FoundLoop loop, Advice advice) {
    boolean escalated = advice != null && advice.action() == Action.ESCALATE;
    situation.root().ruled(situation.loopId(loop), escalated ? advice.target() : null);
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
    if (reached == 0 && !asksPerson) {
      return Optional.empty();
    }
    int value = reached > 0 ? reached : opening.getAttempts();
    root.hold(Gates.open(situation, opening, advice, value));
    return Optional.of(GateState.OPENED);
  }

  /** Whether one more such loop reaches a threshold, where the policy has a debugger look first. */
  private static boolean isNear(Case situation, List<FoundLoop> loops) {
    return situation.policy().gate().debugger() && reached(situation, loops, 1) > 0;
  }

  /**
   * The value that reaches its threshold: the loops, or else the attempts at a failure; or 0.
   *
   * @param more loops, and attempts, that are thought to be added
   */
  private static int reached(Case situation, List<FoundLoop> loops, int more) {
    GateLimits limits = situation.policy().gate();
    int loopCount = situation.loopCount() + more;
    if (loopCount >= limits.loops()) {
      return loopCount;
    }
    int attempts =
        loops.stream()
            .filter(loop -> loop.getWeight() > 0)
            .filter(loop -> loop.getLoopType() == LoopType.IDENTICAL_FAILURE)
            .mapToInt(limits::gating)
            .map(tried -> tried + more)
            .max()
            .orElse(0);
    boolean enough = limits.attempts().isPresent() && attempts >= limits.attempts().getAsInt();
    return enough ? attempts : 0;
  }
}
