package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollsTest {

  @ParameterizedTest
  @CsvSource({
    // seconds in all, steps, seconds of silence at the newest, factor
    "30, 3, 9, 1",
    "36, 3, 12, 4",
    "36, 3, 11, 1",
    "35, 3, 35, 1",
    "288, 3, 2, 4",
    "287, 3, 2, 1",
    "0, 0, 0, 1",
    "-40, 3, 12, 1"
  })
  void factorIsByMeanAndSilence(long seconds, int steps, long silence, int factor) {
    Polls polls = new Polls(Duration.ofSeconds(12));

    assertThat(polls.factor(1_000, 1_000 + 1_000 * seconds, steps, 1_000 * silence))
        .isEqualTo(factor);
  }

  @ParameterizedTest
  @CsvSource({"30, 3, 9", "3600, 3, 1200"})
  void withoutAnIntervalNothingIsAPoll(long seconds, int steps, long silence) {
    assertThat(Polls.NEVER.factor(0, 1_000 * seconds, steps, 1_000 * silence)).isEqualTo(1);
  }
}
