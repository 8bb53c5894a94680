package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpLimitsTest {

  /** A body may take 60 s, and after 3 s must have 1,024 bytes for each second. */
  @ParameterizedTest
  @CsvSource({
    "3000, 0, false",
    "3001, 0, true",
    "4000, 4095, true",
    "4000, 4096, false",
    "60000, 61440, false",
    "60001, 200000, true",
  })
  void bodyIsLateAfterItsTimeoutOrBelowTheLeastRate(long millis, long bytes, boolean isLate) {
    assertThat(LimitedServer.LIMITS.isBodyLate(Duration.ofMillis(millis).toNanos(), bytes))
        .isEqualTo(isLate);
  }
}
