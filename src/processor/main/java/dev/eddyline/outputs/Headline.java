package dev.eddyline.outputs;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Truncation;
import java.util.List;

/** The headline of a loop or a gate: what repeats, in one line of at most 200 characters. */
public final class Headline {

  private static final int MAX_CHARS = 200;

  private Headline() {}

  /** The newest evidence of a gate's change; the reason of one without evidence. */
  public static String of(GateTrigger change) {
    return of(change.getEvidence(), change.getReason());
  }

  /** The newest evidence of a loop; the reason of one without evidence. */
  public static String of(LoopVerdict verdict) {
    return of(verdict.getEvidence(), verdict.getReason());
  }

  private static String of(List<Evidence> evidence, String reason) {
    String text = evidence.isEmpty() ? reason : evidence.get(evidence.size() - 1).getWhat();
    String line = (text.isBlank() ? reason : text).strip().lines().findFirst().orElse("");
    return Truncation.shorten(line, MAX_CHARS);
  }
}
