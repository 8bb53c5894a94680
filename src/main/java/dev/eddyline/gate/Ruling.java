package dev.eddyline.gate;

import dev.eddyline.policy.GateLimits;
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
   */
  public static void rule(
      Case situation, List<FoundLoop> found, Optional<String> asked, Outbox outbox) {
    List<FoundLoop> loops = Precedence.sorted(found);
    if (counts(loops)) {
      count(situation, loops, outbox);
    } else {
      asked.ifPresent(reason -> outbox.add(Verdicts.ok(situation, reason, loops, outbox)));
    }
  }

  /** Whether any of the loops adds to the counter. */
  public static boolean counts(List<FoundLoop> loops) {
    return loops.stream().anyMatch(loop -> loop.getWeight() > 0);
  }

  /** Whether any of the loops is published even when nobody asks. */
  public static boolean isPublished(List<FoundLoop> loops) {
    return counts(loops);
  }

  /** Answers an event that no rule was asked about: with what its root's standing asks for. */
  public static void answer(Case situation, String reason, Outbox outbox) {
    outbox.add(Verdicts.ok(situation, reason, List.of(), outbox));
  }

  private static void count(Case situation, List<FoundLoop> loops, Outbox outbox) {
    RootStanding root = situation.root();
    root.countLoop();
    FoundLoop leading = loops.get(0);
    int reached = reached(situation.policy().gate(), root.loopCount(), loops);
    boolean personDecides = reached > 0 || root.openGate().isPresent();
    Advice advice =
        root.rejected()
            ? Advice.abort()
            : Advice.forLoop(
                leading, situation.subject().taskId(), situation.policy(), personDecides);
    Optional<GateState> change = gate(situation, leading, advice, reached);
    outbox.add(Verdicts.loop(situation, loops, advice, outbox));
    change.ifPresent(
        state -> {
          OpenGate gate = root.openGate().orElseThrow();
          outbox.add(Gates.trigger(state, gate, situation, leading, advice, outbox));
        });
    root.remember(leading.getLoopType(), advice);
  }

  /** Opens or updates the root's gate, where the loop asks for it. */
  private static Optional<GateState> gate(
      Case situation, FoundLoop leading, Advice advice, int reached) {
    RootStanding root = situation.root();
    if (root.rejected()) {
      return Optional.empty();
    }
    if (root.openGate().isPresent()) {
      root.hold(Gates.update(root.openGate().get(), situation, leading));
      return Optional.of(GateState.UPDATED);
    }
    boolean asksPerson = advice.target() == Target.USER;
    if (reached == 0 && !asksPerson) {
      return Optional.empty();
    }
    int value = reached > 0 ? reached : leading.getAttempts();
    root.hold(Gates.open(situation, leading, advice, value));
    return Optional.of(GateState.OPENED);
  }

  /** The value that reached its threshold: the loops, or else the attempts at a failure; or 0. */
  private static int reached(GateLimits limits, int loopCount, List<FoundLoop> loops) {
    if (loopCount >= limits.loops()) {
      return loopCount;
    }
    int attempts =
        loops.stream()
            .filter(loop -> loop.getWeight() > 0)
            .filter(loop -> loop.getLoopType() == LoopType.IDENTICAL_FAILURE)
            .mapToInt(limits::gating)
            .max()
            .orElse(0);
    boolean enough = limits.attempts().isPresent() && attempts >= limits.attempts().getAsInt();
    return enough ? attempts : 0;
  }
}
