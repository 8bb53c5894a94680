package dev.eddyline.metrics;

import java.util.Locale;

/** Why a record was dead-lettered. */
public enum DeadLetterReason {
  /** It could not be decoded. */
  UNREADABLE,
  /** A field is invalid. */
  REFUSED,
  /** It could not be processed, by a bug in Eddyline or in a custom detector. */
  FAILED;

  String labelValue() {
    return name().toLowerCase(Locale.ROOT);
  }
}
