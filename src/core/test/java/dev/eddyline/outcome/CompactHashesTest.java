package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sets of hashes, compared with sorted sets of the same numbers. */
class CompactHashesTest {

  private static long[] numbers(int from, int count) {
    return LongStream.range(from, from + count).map(number -> number * 40_503 & 0xffff).toArray();
  }

  private static long[] sorted(long[]... all) {
    TreeSet<Short> sorted = new TreeSet<>();
    for (long[] numbers : all) {
      Arrays.stream(numbers).forEach(number -> sorted.add((short) number));
    }
    return sorted.stream().mapToLong(number -> number & 0xffffL).toArray();
  }

  @Test
  void aSetHasAllHashesThatWereAddedOnce() {
    // Given
    long[] first = numbers(0, 70);
    long[] second = numbers(50, 60);

    // When
    CompactHashes set = CompactHashes.of(first, 200).with(second, 200).with(first, 200);

    // Then
    assertThat(set.all()).containsExactly(sorted(first, second));
    assertThat(set).isEqualTo(CompactHashes.of(numbers(0, 110), 200));
    assertThat(LongStream.of(second)).allMatch(set::contains);
    assertThat(LongStream.of(numbers(110, 50))).noneMatch(set::contains);
  }

  @Test
  void aFullSetHasTheSmallestNumbers_andIsNotMadeSmaller() {
    // Given
    long[] all = sorted(numbers(0, 100));

    // When
    CompactHashes full = CompactHashes.of(numbers(0, 100), 40);

    // Then
    assertThat(full.all()).containsExactly(Arrays.copyOf(all, 40));
    assertThat(full.with(numbers(200, 5), 10).size()).isEqualTo(40);
  }

  @Test
  void theStoredFormIsTheSet() {
    // Given
    CompactHashes set = CompactHashes.of(numbers(0, 30), 40);

    // Then
    assertThat(CompactHashes.ofBytes(set.stored())).isEqualTo(set);
    assertThat(CompactHashes.ofBytes(set.stored()).all()).containsExactly(set.all());
    assertThat(CompactHashes.NONE.contains(0)).isFalse();
  }

  @Test
  void eachPartOfAHashCounts() {
    CompactHashes set = CompactHashes.of(new long[] {0x1234_0000_0000_0000L}, 1);

    assertThat(set.contains(0x1234_0000_0000_0000L)).isTrue();
    assertThat(set.contains(0x1235_0000_0000_0000L)).isFalse();
    assertThat(set.contains(0x1234_0000_0001_0000L)).isFalse();
  }
}
