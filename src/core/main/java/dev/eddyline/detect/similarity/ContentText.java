package dev.eddyline.detect.similarity;

import dev.eddyline.text.Text;
import java.util.Objects;

/**
 * The content words of a text.
 *
 * @param words its content words
 */
public record ContentText(WordList words) {

  public ContentText {
    Objects.requireNonNull(words, "words");
  }

  /** The words of a redacted text. */
  public static ContentText of(String text) {
    return new ContentText(ContentWords.of(Text.of(text), text));
  }

  /** The share of content words that two texts have in common, from 0 to 1; symmetric. */
  public double similarity(ContentText other) {
    return Similarity.contentSimilarity(words, other.words);
  }
}
