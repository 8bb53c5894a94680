package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.text.Hash;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The newest hashes, in two generations. */
class RecentHashesTest {

  private static long[] hashes(int from, int to) {
    return LongStream.range(from, to).map(each -> Hash.of("van " + each)).toArray();
  }

  @Test
  void addedHashesAreContained() {
    RecentHashes recent = RecentHashes.NONE.with(hashes(0, 10), 20);

    assertThat(LongStream.of(hashes(0, 10))).allMatch(recent::contains);
    assertThat(LongStream.of(hashes(10, 30))).noneMatch(recent::contains);
  }

  @Test
  void aFullGenerationIsContainedUntilTheNextIsFull() {
    // Given
    RecentHashes recent = RecentHashes.NONE.with(hashes(0, 10), 10).with(hashes(10, 18), 10);
    assertThat(LongStream.of(hashes(0, 18))).allMatch(recent::contains);

    // When
    recent = recent.with(hashes(18, 25), 10);

    // Then
    assertThat(LongStream.of(hashes(10, 25))).allMatch(recent::contains);
    assertThat(LongStream.of(hashes(0, 10))).noneMatch(recent::contains);
  }

  @Test
  void aHashThatComesAgainIsRenewed() {
    RecentHashes recent = RecentHashes.NONE.with(hashes(0, 10), 10);
    for (int from = 10; from < 60; from += 5) {
      recent = recent.with(hashes(from, from + 5), 10).with(hashes(0, 1), 10);
    }

    assertThat(recent.contains(Hash.of("van 0"))).isTrue();
    assertThat(recent.contains(Hash.of("van 1"))).isFalse();
  }

  @Test
  void aGenerationIsBounded() {
    RecentHashes recent = RecentHashes.NONE.with(hashes(0, 500), 10).with(hashes(500, 999), 10);

    assertThat(recent.newer().size()).isEqualTo(10);
    assertThat(recent.older().size()).isLessThanOrEqualTo(10);
  }

  @Test
  void nothingAddedChangesNothing() {
    RecentHashes recent = RecentHashes.NONE.with(hashes(0, 10), 10);

    assertThat(recent.with(new long[0], 10)).isEqualTo(recent);
  }
}
