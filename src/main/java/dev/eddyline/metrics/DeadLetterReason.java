package dev.eddyline.metrics;

import java.util.Locale;

/** Why a record was set aside. */
public enum DeadLetterReason {
  /** It could not be decoded. */
  UNREADABLE,
  /** A field of it is wrong. */
  REFUSED,
  /** It could not be taken, by a fault of ours or of a rule of one's own. */
  FAILED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
