package dev.eddyline.evaluate;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/**
 * A person's decision on a gate, which labels the events before it.
 *
 * @param eventId id of the decision's event
 * @param rootTask the root task that it decides
 * @param time when it was made
 * @param loop whether it confirms the loop
 */
record GateDecision(String eventId, String rootTask, Instant time, boolean loop) {

  /** What a decision says about the loop. */
  private enum Meaning {
    APPROVE(true),
    APPROVE_OTHER_AGENT(true),
    REJECT(true),
    FALSE_POSITIVE(false);

    private final boolean loop;

    Meaning(boolean loop) {
      this.loop = loop;
    }
  }

  /** Reads a {@code human_intervened} event or a decision receipt. */
  static GateDecision parse(LabelFields fields) throws InvalidLabelException {
    String task = fields.text("taskId");
    return new GateDecision(
        fields.text("eventId"),
        fields.optionalText("rootTaskId").orElse(task),
        fields.time("occurredAt"),
        meaning(fields.text("decision")).loop);
  }

  private static Meaning meaning(String decision) throws InvalidLabelException {
    try {
      return Meaning.valueOf(decision.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw LabelFields.invalid(
          "decision",
          "must be one of " + Arrays.toString(Meaning.values()).toLowerCase(Locale.ROOT));
    }
  }
}
