package dev.eddyline.detect.api;

import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Facts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import dev.eddyline.text.NextCall;
import dev.eddyline.text.TestCounts;
import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import java.util.Objects;
import java.util.Optional;

/**
 * A fingerprint of a tool result in about 50 bytes, to detect equal results and small differences.
 *
 * @param text hash of the masked text
 * @param facts hash of the facts, whose change always matters, in text order
 * @param template for an error, hash of the text with names masked too; else 0
 * @param words words of the masked text; without counters where one word is more than 5 % of it
 * @param clean whether none of its facts is a problem, such as a failed test
 * @param failing whether one of its facts shows a failure
 */
public record Sketch(
    long text, long facts, long template, WordBag words, boolean clean, boolean failing) {

  /** Hash of the facts of a result without facts. */
  public static final long NO_FACTS = Hash.of("");

  /** Below this number of words, one word is more than 5 % of the text. */
  private static final int FEW_WORDS = 20;

  public Sketch {
    Objects.requireNonNull(words, "words");
  }

  /**
   * Creates the sketch of a result.
   *
   * @param masking what is volatile in it
   * @param counts its test counts
   */
  private static Sketch of(
      ToolReturned returned, EventTexts texts, Masking masking, Optional<TestCounts> counts) {
    String output = NextCall.removeFrom(returned.getOutput());
    Text text = texts.read(output, masking);
    WordBag words = WordBag.ofMasked(text);
    String facts = Facts.text(text, counts);
    return new Sketch(
        text.maskedHash(),
        Hash.of(facts),
        returned.getIsError() ? Hash.of(text.template()) : 0,
        words.count() < FEW_WORDS ? words.withoutCounters() : words,
        Facts.areClean(facts),
        Facts.showFailure(facts));
  }

  /**
   * The sketch of an event's result; empty for other events and for an unknown output.
   *
   * @param texts the event's texts
   * @param masking what is volatile in them
   * @param counts their test counts
   */
  public static Optional<Sketch> in(
      Object body, EventTexts texts, Masking masking, Optional<TestCounts> counts) {
    return body instanceof ToolReturned returned && returned.getOutput() != null
        ? Optional.of(of(returned, texts, masking, counts))
        : Optional.empty();
  }

  /** The sketch for histories in which results decide little: only equal ones are like it. */
  public Sketch withoutCounters() {
    return new Sketch(text, facts, template, words.withoutCounters(), clean, failing);
  }

  /**
   * Whether two results are equal except for a small difference in their words.
   *
   * @param similarity least ratio of shared words, 0 to 1; few words must be equal
   */
  public boolean isLike(Sketch other, double similarity) {
    return facts == other.facts && (text == other.text || words.ratio(other.words) >= similarity);
  }

  /** Whether two errors are equal except for names. */
  public boolean hasTemplateOf(Sketch other) {
    return template != 0 && template == other.template && facts == other.facts;
  }

  /** Whether the result has no words. */
  public boolean isEmpty() {
    return words.count() == 0;
  }

  /** Whether the result is long enough to be significant, unlike "ok" or "not found". */
  public boolean isTelling() {
    return words.count() >= FEW_WORDS;
  }
}
