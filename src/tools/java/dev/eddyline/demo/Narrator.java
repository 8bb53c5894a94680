package dev.eddyline.demo;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;

/** Tells a person on a terminal what Eddyline publishes, a line or two each. */
final class Narrator {

  private final PrintStream out;

  Narrator(PrintStream out) {
    this.out = out;
  }

  void tell(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      out.printf(
          "  verdict  %-24s %-18s loop %d, attempt %d  →  %s%n           %s%n",
          verdict.getTaskId(),
          word(verdict.getLoopType()),
          verdict.getLoopCount(),
          verdict.getAttempts(),
          action(verdict.getAction(), verdict.getTarget()),
          verdict.getText());
    } else if (output instanceof GateTrigger gate) {
      out.printf(
          "  GATE     %-24s %-18s %s  →  %s%n",
          gate.getRootTaskId(), word(gate.getState()), gate.getReason(), decisionOrAction(gate));
    } else if (output instanceof LoopReset reset) {
      out.printf(
          "  reset    %-24s %s, count was %d%n",
          reset.getTaskId(), reset.getReason(), reset.getPreviousCount());
    }
  }

  private static String decisionOrAction(GateTrigger gate) {
    if (gate.getState() == GateState.CLOSED && gate.getDecision() != null) {
      return word(gate.getDecision()) + " by " + gate.getDecidedBy();
    }
    return action(gate.getAction(), gate.getTarget());
  }

  private static String action(Action action, Enum<?> target) {
    String joint = action == Action.ESCALATE ? " to " : ", decided by ";
    return target == null ? word(action) : word(action) + joint + word(target);
  }

  private static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
