package dev.eddyline.detect;

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
  void theNameOfAToolIsWellFormedWhereverItIsCut() {
    String name = "x".repeat(99) + "😀";

    assertThat(ToolAction.truncateToolName(name)).isEqualTo("x".repeat(99));
  }
}
