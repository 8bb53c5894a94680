package dev.eddyline.demo;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Printable;
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
      line(
          "  verdict  %-24s %-18s loop %d, attempt %d  →  %s",
          verdict.getTaskId(),
          word(verdict.getLoopType()),
          verdict.getLoopCount(),
          verdict.getAttempts(),
          action(verdict.getAction(), verdict.getTarget()));
      line("           %s", verdict.getText());
    } else if (output instanceof GateTrigger gate) {
      line(
          "  GATE     %-24s %-18s %s  →  %s",
          gate.getRootTaskId(), word(gate.getState()), gate.getReason(), decisionOrAction(gate));
    } else if (output instanceof LoopReset reset) {
      line(
          "  reset    %-24s %s, count was %d",
          reset.getTaskId(), reset.getReason(), reset.getPreviousCount());
    }
  }

  /** What events hold stays within the line. */
  private void line(String format, Object... values) {
    out.println(Printable.escape(format.formatted(values)));
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
