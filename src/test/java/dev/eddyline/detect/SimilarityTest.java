package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How alike texts are, by words and by letters. */
class SimilarityTest {

  @ParameterizedTest
  @CsvSource({
    "a b c d, a b c d, 1.0",
    "a b c d, A  B  C  D!, 1.0",
    "a b c d, d c b a a a, 1.0",
    "a b c d, a b c e, 0.6",
    "a b c d e f g h i, a b c d e f g h j, 0.8",
    "a b, c d, 0.0",
    "無限ループの検出, 無限ループの防止, 0.55",
    "!!!, !!!, 0.0",
  })
  void wordsInCommonAmongAllWords(String one, String other, double expected) {
    assertThat(Similarity.jaccard(WordSample.of(one), WordSample.of(other)))
        .isCloseTo(expected, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({
    "abcdefghij, abcdefghij, 1.0",
    "abcdefghij, abcdefghXY, 0.8",
    "abcde, vwxyz, 0.0",
    "'  ', '  ', 0.0",
  })
  void lettersThatStay(String one, String other, double expected) {
    assertThat(Similarity.levenshtein(one, other)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void lettersBehindTheBoundDoNotCount() {
    String same = "x".repeat(Similarity.MAX_LETTERS);

    assertThat(Similarity.levenshtein(same + "a", same + "bcd")).isEqualTo(1);
  }

  @Test
  void aTextOfUpTo256DistinctWordsIsKeptWhole() {
    assertThat(WordSample.of(words(0, 256)).whole()).isTrue();
    assertThat(WordSample.of(words(0, 256) + " " + words(0, 256)).hashes()).hasSize(256);
    assertThat(WordSample.of(words(0, 257)).whole()).isFalse();
    assertThat(WordSample.of(words(0, 5_000)).hashes()).hasSize(256);
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 0, 1.0",
    "5000, 100, 0.96",
    "5000, 556, 0.8",
    "5000, 5000, 0.0",
    "300, 30, 0.82"
  })
  void theEstimateForLongTextsIsNearTheTruth(int words, int shift, double expected) {
    // Given
    WordSample one = WordSample.of(words(0, words));
    WordSample other = WordSample.of(words(shift, words + shift));

    // When
    double estimate = Similarity.jaccard(one, other);

    // Then
    assertThat(estimate).isCloseTo(expected, within(0.08));
  }

  @Test
  void aShortTextIsUnlikeALongOneThatHoldsItsWords() {
    assertThat(Similarity.jaccard(WordSample.of(words(0, 20)), WordSample.of(words(0, 4_000))))
        .isLessThan(0.05);
  }

  static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
  }
}
