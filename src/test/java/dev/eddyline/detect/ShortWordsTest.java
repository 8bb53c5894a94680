package dev.eddyline.detect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortWordsTest {

  private static final ShortWords WORDS = new ShortWords("a an urgently the");

  @ParameterizedTest
  @ValueSource(strings = {"a", "an", "urgently", "the"})
  void itsWordsAreInIt(String word) {
    assertThat(has(word)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "t", "th", "then", "urgentl", "urgently1", "é", "語", "THE"})
  void othersAreNot(String word) {
    assertThat(has(word)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ninechars", "é", "a  b"})
  void aWordThatDoesNotFitIsRefused(String list) {
    assertThatThrownBy(() -> new ShortWords(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a word must be 1 to 8 ASCII letters");
  }

  private static boolean has(String word) {
    byte[] utf8 = ("-" + word + "-").getBytes(UTF_8);
    return WORDS.has(utf8, 1, utf8.length - 1);
  }
}
