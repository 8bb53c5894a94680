package dev.eddyline.gate;

import dev.eddyline.text.Hash;
import java.util.Arrays;

/**
 * What causes records of an input. Each cause numbers its records from a number of its own, so that
 * it need not know how many the others have.
 */
public enum Cause {
  /** The input itself. */
  INPUT(0, ""),
  /** The event's signal to its session. */
  SESSION(16, "session"),
  /** An evaluator's answer. */
  EVALUATION(32, "evaluation"),
  /** The meaning of the event's texts. */
  MEANING(4_096, "meaning"),
  /** A meaning that is found after a reset. */
  MEANING_AFTER_RESET(8_192, "left");

  private final int firstNumber;

  /** Part of published ids. */
  private final String idPart;

  Cause(int firstNumber, String idPart) {
    this.firstNumber = firstNumber;
    this.idPart = idPart;
  }

  /** The number of its first record. */
  int firstNumber() {
    return firstNumber;
  }

  /**
   * An id derived from these parts. Records of another cause than the input get a different id,
   * since the event may already have a verdict.
   */
  String id(String... parts) {
    if (this == INPUT) {
      return Hash.id(parts);
    }
    String[] later = Arrays.copyOf(parts, parts.length + 1);
    later[parts.length] = idPart;
    return Hash.id(later);
  }

  /** The cause of a record with this number. */
  static Cause ofNumber(int number) {
    Cause last = INPUT;
    for (Cause cause : values()) {
      if (cause.firstNumber <= number) {
        last = cause;
      }
    }
    return last;
  }
}
