package dev.eddyline.notifier;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The answer of a target.
 *
 * @param status HTTP status; {@link #NONE} without an answer
 * @param reason why there is no answer; empty with one
 * @param retryAfter how long the target wants no requests, if it says so
 * @param body the body, shortened
 */
record Answer(int status, String reason, Optional<Duration> retryAfter, String body) {

  /** The status without an answer. */
  static final int NONE = 0;

  /** What a repeat would not change: a malformed notification, or a target that is gone. */
  private static final Set<Integer> FINAL = Set.of(400, 410, 413, 422);

  /** An attempt without an answer. */
  static Answer none(String reason) {
    return new Answer(NONE, reason, Optional.empty(), "");
  }

  /** Whether the target took the notification. */
  boolean isDelivered() {
    return status >= 200 && status < 300;
  }

  /** Whether the same notification would be refused again. */
  boolean isFinal() {
    return FINAL.contains(status);
  }

  /** What happened, in a few words. */
  String summary() {
    return status == NONE ? reason : "status " + status;
  }
}
