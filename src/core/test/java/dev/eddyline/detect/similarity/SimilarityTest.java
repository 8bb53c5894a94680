package dev.eddyline.detect.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How alike texts are, by letters. */
class SimilarityTest {

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
}
