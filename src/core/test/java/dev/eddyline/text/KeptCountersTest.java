package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.TestTags;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag(TestTags.TRIES)
class KeptCountersTest {

  private static final int COUNTERS = 32;

  private static ByteBuffer readBack(byte[] counters) {
    return KeptCounters.read(KeptCounters.of(ByteBuffer.wrap(counters)), COUNTERS);
  }

  @Property
  void anyCountersAreReadBackUnchanged(@ForAll @Size(COUNTERS) byte[] counters) {
    assertThat(readBack(counters)).isEqualTo(ByteBuffer.wrap(counters));
  }

  @Property
  void smallCountersAreStoredInAtMostOneByteEach(
      @ForAll @Size(COUNTERS) @ByteRange(min = -6, max = 6) byte[] counters) {
    assertThat(readBack(counters)).isEqualTo(ByteBuffer.wrap(counters));
    assertThat(KeptCounters.of(ByteBuffer.wrap(counters)).remaining())
        .isLessThanOrEqualTo(COUNTERS);
  }

  @Test
  void noCountersStayNoCounters() {
    assertThat(KeptCounters.of(ByteBuffer.allocate(0)).remaining()).isZero();
    assertThat(KeptCounters.read(ByteBuffer.allocate(0), COUNTERS).remaining()).isZero();
  }

  /** Bytes of texts of so many different words. */
  @ParameterizedTest
  @CsvSource({"0, 4, 4", "5, 5, 6", "20, 7, 10", "60, 10, 17", "2000, 32, 32"})
  void fewWordsTakeFewBytes(int words, int least, int most) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < words; word++) {
      text.append(" w").append(word);
    }

    assertThat(WordBag.of(Text.of(text.toString())).packed().remaining()).isBetween(least, most);
  }

  @Test
  void unpackedCountersAreStillRead() {
    // Given
    byte[] before = new byte[COUNTERS];
    before[3] = -7;

    // When
    ByteBuffer read = KeptCounters.read(ByteBuffer.wrap(before), COUNTERS);

    // Then
    assertThat(read).isEqualTo(ByteBuffer.wrap(before));
  }

  @Test
  void whatIsCutOffIsRefused() {
    // Given
    byte[] cut = new byte[4];
    Arrays.fill(cut, (byte) -1);

    // Then
    assertThatThrownBy(() -> KeptCounters.read(ByteBuffer.wrap(cut), COUNTERS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("truncated after 4 bytes");
  }
}
