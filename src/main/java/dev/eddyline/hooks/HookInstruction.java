package dev.eddyline.hooks;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopVerdict;
import java.util.Optional;

/**
 * The instruction of a verdict to an agent that waits at a hook.
 *
 * @param kind what the agent is to do
 * @param text the text for the agent; empty for {@link InstructionKind#NOTHING}
 */
public record HookInstruction(InstructionKind kind, String text) {

  /** The agent continues as if there were no hook. */
  public static final HookInstruction NOTHING = new HookInstruction(InstructionKind.NOTHING, "");

  /** Longest text that an agent accepts, in characters. */
  static final int MAX_TEXT_CHARS = 10_000;

  private static final String TEXT_PREFIX = "Eddyline: ";

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
   * @param gates URL of the page where a person decides
   */
  public static HookInstruction of(Optional<LoopVerdict> verdict, String gates) {
    return verdict.filter(it -> !it.getShadow()).map(it -> of(it, gates)).orElse(NOTHING);
  }

  private static HookInstruction of(LoopVerdict verdict, String gates) {
    String text = verdict.getText().isBlank() ? verdict.getReason() : verdict.getText();
    if (verdict.getAction() == Action.ABORT && verdict.getTarget() == null) {
      return new HookInstruction(
          InstructionKind.STOP, truncateBeforeSuffix(TEXT_PREFIX + text, ""));
    }
    if (verdict.getGateId() != null) {
      return new HookInstruction(
          InstructionKind.ASK, truncateBeforeSuffix(TEXT_PREFIX + text, " Decide at " + gates));
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
    return new HookInstruction(InstructionKind.HINT, truncateBeforeSuffix(TEXT_PREFIX + text, ""));
  }

  private static String truncateBeforeSuffix(String text, String end) {
    return text.substring(0, Math.min(text.length(), MAX_TEXT_CHARS - end.length())) + end;
  }
}
