package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddyline.TestTags;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The distinct words of a text in at most 384 bytes, and how well two texts are compared by them.
 */
@Tag(TestTags.TRIES)
public class WordSketchTest {

  @ParameterizedTest
  @CsvSource({
    "a b c d, a b c d, 1.0",
    "a b c d, A  B  C  D!, 1.0",
    "a b c d, d c b a a a, 1.0",
    "a b c d, a b c e, 0.6",
    "a b c d e f g h i, a b c d e f g h j, 0.8",
    "a b, c d, 0.0",
    "無限ループの検出, 無限ループの防止, 0.6",
    "!!!, !!!, 0.0",
  })
  void wordsInCommonAmongAllWords(String one, String other, double expected) {
    assertThat(WordSketch.of(Text.of(one)).similarity(WordSketch.of(Text.of(other))))
        .isCloseTo(expected, within(0.01));
  }

  @Test
  void atMost384BytesAreStored() {
    assertThat(WordSketch.of(Text.of("")).kept().remaining()).isZero();
    assertThat(WordSketch.of(Text.of(words(0, 128))).kept().remaining()).isEqualTo(384);
    assertThat(WordSketch.of(Text.of(words(0, 24) + " " + words(0, 24))).count()).isEqualTo(24);
    assertThat(WordSketch.of(Text.of(words(0, 129))).kept().remaining()).isEqualTo(64);
    assertThat(WordSketch.of(Text.of(words(0, 5_000))).kept().remaining()).isEqualTo(64);
  }

  @Property
  void fewWordsAreStoredSortedAndDistinct(
      @ForAll @Size(max = 128) List<@IntRange Integer> numbers) {
    String text = numbers.stream().map(number -> "w" + number).collect(Collectors.joining(" "));

    byte[] kept = WordSketch.of(Text.of(text)).kept().array();

    TreeSet<Integer> hashes = new TreeSet<>();
    for (Integer number : numbers) {
      byte[] one = WordSketch.of(Text.of("w" + number)).kept().array();
      hashes.add((one[0] & 0xff) << 16 | (one[1] & 0xff) << 8 | one[2] & 0xff);
    }
    List<Integer> found = new ArrayList<>();
    for (int at = 0; at < kept.length; at += 3) {
      found.add((kept[at] & 0xff) << 16 | (kept[at + 1] & 0xff) << 8 | kept[at + 2] & 0xff);
    }
    assertThat(found).containsExactlyElementsOf(hashes);
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 0, 1.0",
    "5000, 100, 0.96",
    "5000, 556, 0.8",
    "5000, 5000, 0.0",
    "300, 30, 0.82",
    "129, 5, 0.926",
    "128, 5, 0.925",
  })
  void theEstimateForLongTextsIsNearTheTruth(int words, int shift, double expected) {
    // Given
    WordSketch one = WordSketch.of(Text.of(words(0, words)));
    WordSketch other = WordSketch.of(Text.of(words(shift, words + shift)));

    // When
    double estimate = one.similarity(other);

    // Then
    assertThat(estimate).isCloseTo(expected, within(0.06));
  }

  /**
   * How many per mille of the pairs are taken for alike at .8. Measured with 20,000 pairs of texts
   * of 25 to 1,500 words, of which those of up to 128 are counted exactly: 1,000 of those that
   * share 90 %, 996 at 85 %, 519 at 80 %, 32 at 75 %, none at 60 %.
   */
  @ParameterizedTest
  @CsvSource({"0.9, 998, 1000", "0.85, 980, 1000", "0.8, 440, 600", "0.75, 0, 60", "0.6, 0, 0"})
  void shareOf80PercentIsEstimatedWithThisAccuracy(double share, int least, int most) {
    // Given
    Random random = new Random(7);
    int pairs = 2_000;

    // When
    long taken = IntStream.range(0, pairs).filter(pair -> measured(random, share) >= 0.8).count();

    // Then
    assertThat(taken * 1_000 / pairs).isBetween((long) least, (long) most);
  }

  /** The measured share of two texts that have this share of all their words in common. */
  private static double measured(Random random, double share) {
    int words = random.nextInt(25, 1_500);
    int from = random.nextInt(1_000_000);
    int shift = (int) Math.round(words * (1 - share) / (1 + share));
    return WordSketch.of(Text.of(words(from, from + words)))
        .similarity(WordSketch.of(Text.of(words(from + shift, from + shift + words))));
  }

  @Test
  void aShortTextIsUnlikeALongOneThatHoldsItsWords() {
    assertThat(
            WordSketch.of(Text.of(words(0, 20)))
                .similarity(WordSketch.of(Text.of(words(0, 4_000)))))
        .isLessThan(0.05);
  }

  @Test
  void invalidBytesAreRejected() {
    assertThatThrownBy(() -> new WordSketch(-1, ByteBuffer.allocate(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WordSketch(2, ByteBuffer.allocate(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 words need 6 bytes, were 5");
  }

  public static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
  }
}
