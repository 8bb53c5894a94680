package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.Polls;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.text.Masking;
import java.time.Duration;

/** Limits of {@link IdenticalFailure} for tests. */
final class FailureLimits {

  private FailureLimits() {}

  /** Limits that compare lines and normalized messages. */
  static IdenticalFailure.Limits normalized(boolean enabled) {
    return of(enabled, MatchKind.NORMALIZED, LineComparison.COMPARED, 0);
  }

  static IdenticalFailure.Limits of(
      boolean enabled, MatchKind match, LineComparison lines, int templateWeight) {
    return new IdenticalFailure.Limits(
        enabled,
        match,
        lines,
        false,
        templateWeight,
        Duration.ofHours(24),
        10,
        false,
        Polls.NEVER,
        Masking.shipped());
  }
}
