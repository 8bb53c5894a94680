package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollsTest {

  @ParameterizedTest
  @CsvSource({
    // seconds in all, repetitions, seconds of the newest, seconds of its pause, factor
    "36, 3, 12, 12, 4",
    "36, 3, 3, 2, 4",
    "36, 3, 12, 8, 4",
    "36, 3, 12, 7, 1",
    "35, 3, 35, 35, 1",
    "720, 3, 240, 159, 1",
    "-40, 3, 12, 12, 1"
  })
  void pollsAreSlowAndPauseForMostOfTheTime(
      long seconds, int repetitions, long newest, long pause, int factor) {
    Polls polls = new Polls(Duration.ofSeconds(12));

    assertThat(
            polls.factor(
                1_000 * seconds,
                repetitions,
                1_000 * newest,
                new Polls.Pause(1_000 * pause, false)))
        .isEqualTo(factor);
  }

  @ParameterizedTest
  @CsvSource({"30, 3, 10", "3600, 3, 1200"})
  void withoutAnIntervalNothingIsAPoll(long seconds, int repetitions, long pause) {
    assertThat(
            Polls.NEVER.factor(1_000 * seconds, repetitions, pause, new Polls.Pause(pause, false)))
        .isEqualTo(1);
  }
}
