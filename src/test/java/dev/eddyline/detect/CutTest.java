package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Truncation of long texts. */
class CutTest {

  @Test
  void aTextThatIsShortEnoughStays() {
    assertThat(Cut.at("abc", 3)).isEqualTo("abc");
  }

  @Test
  void aLongerTextIsCut() {
    assertThat(Cut.at("abcd", 3)).isEqualTo("abc");
  }

  @Test
  void noCharacterIsCutInTwo() {
    assertThat(Cut.at("ab😀d", 3)).isEqualTo("ab");
    assertThat(Cut.at("ab😀d", 4)).isEqualTo("ab😀");
  }

  @Test
  void theNameOfAToolIsWellFormedWhereverItIsCut() {
    String name = "x".repeat(99) + "😀";

    assertThat(ToolAction.name(name)).isEqualTo("x".repeat(99));
  }
}
