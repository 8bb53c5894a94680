package dev.eddyline.metrics;

import dev.eddyline.json.Doc;
import java.util.Locale;

/** Why a record was dead-lettered. */
@Doc(
    "Why a record was dead-lettered: it cannot be decoded (`unreadable`), a field is invalid"
        + " (`refused`), or Eddyline or a custom detector failed (`failed`).")
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
