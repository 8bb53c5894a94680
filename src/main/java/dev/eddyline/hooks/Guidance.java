package dev.eddyline.hooks;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopVerdict;
import java.util.Optional;

/**
 * The instruction of a verdict to an agent that waits at a hook.
 *
 * @param kind what the agent is to do
 * @param text the text for the agent; empty for {@link Kind#NOTHING}
 */
public record Guidance(Kind kind, String text) {

  /** The agent continues as if there were no hook. */
  public static final Guidance NOTHING = new Guidance(Kind.NOTHING, "");

  /** Longest text that an agent accepts, in characters. */
  static final int LONGEST = 10_000;

  private static final String SPEAKER = "Eddyline: ";

  /** What the agent is to do. */
  public enum Kind {
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
  public static Guidance of(Optional<LoopVerdict> verdict, String gates) {
    return verdict.filter(it -> !it.getShadow()).map(it -> of(it, gates)).orElse(NOTHING);
  }

  private static Guidance of(LoopVerdict verdict, String gates) {
    String text = verdict.getText().isBlank() ? verdict.getReason() : verdict.getText();
    if (verdict.getAction() == Action.ABORT && verdict.getTarget() == null) {
      return new Guidance(Kind.STOP, cut(SPEAKER + text, ""));
    }
    if (verdict.getGateId() != null) {
      return new Guidance(Kind.ASK, cut(SPEAKER + text, " Decide at " + gates));
    }
    return switch (verdict.getAction()) {
      case CONTINUE, UNKNOWN -> NOTHING;
      default -> new Guidance(Kind.HINT, cut(SPEAKER + text, ""));
    };
  }

  private static String cut(String text, String end) {
    return text.substring(0, Math.min(text.length(), LONGEST - end.length())) + end;
  }
}
