package dev.eddyline.meaning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** How a text is cut for the sentence model, by the model's own tokenizer file. */
class WordPiecesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final WordPieces pieces = pieces();

  @Test
  void wordsAndPunctuationAreApart_caseAndAccentsAside() {
    assertThat(pieces.of("Can you review?")).containsExactly(101, 2064, 2017, 3319, 1029, 102);
    assertThat(pieces.of("can  YOU\trévièw ?")).isEqualTo(pieces.of("Can you review?"));
  }

  @Test
  void anUnknownWordIsCutIntoKnownBeginnings() {
    long[] cut = pieces.of("reviewxyz");

    assertThat(cut).hasSizeGreaterThan(3).startsWith(101, 3319).endsWith(102);
  }

  @Test
  void longTextIsTruncated_andEmptyTextHasNoWordPieces() {
    assertThat(pieces.of("review ".repeat(500))).hasSize(128).endsWith(3319, 102);
    assertThat(pieces.of("")).containsExactly(101, 102);
    assertThat(pieces.of("x".repeat(200))).containsExactly(101, 100, 102);
  }

  @Test
  void ideographsAreSeparatePieces() {
    assertThat(pieces.of("日本")).hasSize(4);
  }

  @Test
  void anotherTokenizerIsRefused() throws IOException {
    var other = JSON.readTree("{\"model\": {\"type\": \"BPE\", \"vocab\": {}}}");

    assertThatThrownBy(() -> WordPieces.of(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WordPiece");
  }

  private static WordPieces pieces() {
    try (InputStream in =
        WordPiecesTest.class.getResourceAsStream("/all-minilm-l6-v2-q-tokenizer.json")) {
      return WordPieces.of(JSON.readTree(in));
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }
}
