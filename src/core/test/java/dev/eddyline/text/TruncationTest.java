package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Truncation of long texts. */
class TruncationTest {

  @Test
  void aTextThatIsShortEnoughStays() {
    assertThat(Truncation.truncate("abc", 3)).isEqualTo("abc");
  }

  @Test
  void aLongerTextIsCut() {
    assertThat(Truncation.truncate("abcd", 3)).isEqualTo("abc");
  }

  @Test
  void noCharacterIsCutInTwo() {
    assertThat(Truncation.truncate("ab😀d", 3)).isEqualTo("ab");
    assertThat(Truncation.truncate("ab😀d", 4)).isEqualTo("ab😀");
  }

  @Test
  void shortenedTextEndsWithAnEllipsis() {
    assertThat(Truncation.shorten("abc", 3)).isEqualTo("abc");
    assertThat(Truncation.shorten("abcd", 3)).isEqualTo("ab…");
    assertThat(Truncation.shorten("a😀cd", 3)).isEqualTo("a…");
  }

  @Test
  void aTextIsShortenedInItsMiddle() {
    assertThat(Truncation.shortenMiddle("abcdefg", 7)).isEqualTo("abcdefg");
    assertThat(Truncation.shortenMiddle("abcdefgh", 7)).isEqualTo("abcd…gh");
    assertThat(Truncation.shortenMiddle("abc😀efg😀h", 7)).isEqualTo("abc…h");
  }
}
