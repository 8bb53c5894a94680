package dev.eddyline.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {

  @Test
  void doublesFromAHundredMillisecondsToTenSecondsWithChanceBelow() {
    // Given
    List<Long> ceilings = List.of(100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L);

    for (int seed = 0; seed < 200; seed++) {
      RetryBackoff backoff = new RetryBackoff(new Random(seed));

      // When
      List<Long> pauses =
          LongStream.generate(backoff::nextMillis).limit(ceilings.size()).boxed().toList();

      // Then
      assertThat(IntStream.range(0, ceilings.size()))
          .allSatisfy(
              i ->
                  assertThat(pauses.get(i))
                      .isBetween(Math.max(100, ceilings.get(i) / 2), ceilings.get(i)));
    }
  }

  @Test
  void twoCallersHaveDifferentRetryDelays() {
    // Given
    RetryBackoff one = new RetryBackoff(new Random(1));
    RetryBackoff other = new RetryBackoff(new Random(2));

    // When
    List<Long> pausesOfOne = LongStream.generate(one::nextMillis).limit(10).boxed().toList();
    List<Long> pausesOfOther = LongStream.generate(other::nextMillis).limit(10).boxed().toList();

    // Then
    assertThat(pausesOfOne).isNotEqualTo(pausesOfOther);
  }
}
