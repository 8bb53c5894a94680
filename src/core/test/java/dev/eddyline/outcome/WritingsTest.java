package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Contents that an agent writes again, nearly unchanged. */
class WritingsTest {

  private static final String LETTER =
      "Dear reader the branch library by the river closes for repairs in autumn"
          + " and opens again in spring with new shelves";

  private static OpenCall write(String agent, String tool, String text) {
    return OpenCall.of(
        "c", agent, tool, "{\"page\":\"notice\",\"text\":\"" + text + "\"}", null, false);
  }

  @Test
  void aContentThatDiffersInAWordIsNearlyTheSame() {
    Writings writings = Writings.NONE.after(write("clerk", "write_page", LETTER), true);

    assertThat(writings.hasNearly(write("clerk", "write_page", LETTER.replace("Dear", "Kind"))))
        .isTrue();
    assertThat(writings.hasNearly(write("clerk", "add_poster", LETTER))).isTrue();
  }

  @Test
  void anotherContentIsNot() {
    Writings writings = Writings.NONE.after(write("clerk", "write_page", LETTER), true);

    assertThat(
            writings.hasNearly(
                write(
                    "clerk",
                    "write_page",
                    "All loans end on Friday because seven vans move every book"
                        + " from the cellar to a dry hall")))
        .isFalse();
  }

  @Test
  void eachAgentIsComparedWithItself() {
    Writings writings = Writings.NONE.after(write("clerk", "write_page", LETTER), true);

    assertThat(writings.hasNearly(write("editor", "write_page", LETTER))).isFalse();
  }

  @Test
  void aFewWordsAndWhatReadsHaveNoContent() {
    assertThat(write("clerk", "write_page", "closed on Monday").content()).isNull();
    assertThat(write("clerk", "search_page", LETTER).content()).isNull();

    assertThat(Writings.NONE.after(write("clerk", "write_page", "closed"), false))
        .isEqualTo(Writings.NONE);
  }

  @Test
  void theNewestEightContentsAreStored() {
    // Given
    Writings writings = Writings.NONE.after(write("clerk", "write_page", LETTER), true);

    // When
    for (char word = 'a'; word < 'a' + 8; word++) {
      StringBuilder other = new StringBuilder();
      for (int number = 0; number < 14; number++) {
        other.append(word).append((char) ('a' + number)).append("book ");
      }
      writings = writings.after(write("clerk", "write_page", other.toString()), true);
    }

    // Then
    assertThat(writings.contents()).hasSize(8);
    assertThat(writings.hasNearly(write("clerk", "write_page", LETTER))).isFalse();
  }
}
