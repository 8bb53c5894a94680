package dev.eddyline.hooks;

import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.yaml.Printable;
import java.util.Optional;

/**
 * The instruction of a verdict to an agent that waits at a hook.
 *
 * @param kind what the agent is to do
 * @param text the text for the model; empty for {@link InstructionKind#NOTHING}
 * @param userText the text where only the user reads it: at a gate it names the page to decide on
 * @param gateId the open gate of {@link InstructionKind#ASK}; empty for the others
 */
public record HookInstruction(InstructionKind kind, String text, String userText, String gateId) {

  /** The agent continues as if there were no hook. */
  public static final HookInstruction NOTHING =
      new HookInstruction(InstructionKind.NOTHING, "", "", "");

  /** Longest text that an agent accepts, in characters. */
  static final int MAX_TEXT_CHARS = 10_000;

  private static final String TEXT_PREFIX = "Eddyline: ";

  /** What a model does at a gate; it gets no link, as it must not decide. */
  private static final String AT_GATE = " Stop and report this. Only a person decides at the gate.";

  /** What the agent is to do. */
  public enum InstructionKind {
    /** Continue; the agent's own permission rules apply. */
    NOTHING,
    /** Read a hint. */
    HINT,
    /** Wait for a person: a gate is open. */
    ASK,
    /** End the work on the task. */
    STOP
  }

  /**
   * The instruction of a verdict.
   *
   * @param verdict the verdict; empty when none came in time
   * @param console where a person decides
   */
  public static HookInstruction of(Optional<LoopVerdict> verdict, ConsoleUrl console) {
    return verdict.filter(it -> !it.getShadow()).map(it -> of(it, console)).orElse(NOTHING);
  }

  private static HookInstruction of(LoopVerdict verdict, ConsoleUrl console) {
    String text = verdict.getText().isBlank() ? verdict.getReason() : verdict.getText();
    if (verdict.getAction() == Action.ABORT && verdict.getTarget() == null) {
      return withoutGate(InstructionKind.STOP, text);
    }
    if (verdict.getGateId() != null) {
      return atGate(text, verdict.getGateId(), console);
    }
    return switch (verdict.getAction()) {
      case CONTINUE, UNKNOWN -> hasGuidance(verdict) ? hint(text) : NOTHING;
      default -> hint(text);
    };
  }

  /** Whether a person decided with words for the agent. */
  private static boolean hasGuidance(LoopVerdict verdict) {
    return verdict.getGuidance() != null && !verdict.getGuidance().isBlank();
  }

  private static HookInstruction hint(String text) {
    return withoutGate(InstructionKind.HINT, text);
  }

  private static HookInstruction withoutGate(InstructionKind kind, String text) {
    String shown = truncateBeforeSuffix(shown(text), "");
    return new HookInstruction(kind, shown, shown, "");
  }

  private static HookInstruction atGate(String text, String gateId, ConsoleUrl console) {
    return new HookInstruction(
        InstructionKind.ASK,
        truncateBeforeSuffix(shown(text), AT_GATE),
        truncateBeforeSuffix(shown(text), " Decide at " + console.gate(gateId)),
        gateId);
  }

  /** The text comes from agents and tools: nothing in it may control a terminal. */
  private static String shown(String text) {
    return TEXT_PREFIX + Printable.escapeLines(text);
  }

  private static String truncateBeforeSuffix(String text, String suffix) {
    String end = Printable.escape(suffix);
    int most = Math.max(0, MAX_TEXT_CHARS - end.length());
    if (text.length() <= most) {
      return text + end;
    }
    boolean isInsidePair = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, isInsidePair ? most - 1 : most) + end;
  }
}
