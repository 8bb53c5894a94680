package dev.eddyline.evaluate;

import java.util.Arrays;
import java.util.Locale;

/** What a label says about a gate in the run. */
enum GateLabel {
  /** No gate may open. */
  FORBIDDEN,
  /** A gate may open. */
  ALLOWED,
  /** A gate must open. */
  EXPECTED;

  static GateLabel parse(String field, String word) throws InvalidLabelException {
    return Arrays.stream(values())
        .filter(value -> value.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> LabelFields.invalid(field, "must be forbidden, allowed, expected or null"));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
