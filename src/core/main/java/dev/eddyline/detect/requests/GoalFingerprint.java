package dev.eddyline.detect.requests;

import dev.eddyline.language.TermForm;
import dev.eddyline.language.Terms;
import dev.eddyline.schema.DelegatedGoal;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.WordBag;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fingerprint of a goal, to detect that two goals ask for the same.
 *
 * <p>Forms of a word and words without content make no difference. A few added words make none
 * either, but another word in the place of one does: it is mostly another object. A short first
 * sentence of a long goal only sets the tone, so goals that are equal without it are alike.
 *
 * @param words its distinct words with content
 * @param names hash of the words that identify something: numbers, identifiers, names, negations
 * @param body hash of the words without a short first sentence
 */
record GoalFingerprint(WordBag words, long names, long body) {

  /** Characters of a goal that are read. */
  private static final int MAX_CHARS = 16_384;

  /** Minimum words of a goal; one word names a kind of work, not a goal. */
  private static final int MIN_WORDS = 2;

  /**
   * Minimum ratio of shared words where one goal has words in addition: one to five shared ones.
   */
  private static final double MIN_RATIO = 0.9;

  /** Maximum words of a first sentence that is left out. */
  private static final int MAX_OPENING_WORDS = 4;

  /** Minimum words of what follows it. */
  private static final int MIN_BODY_WORDS = 8;

  private static final Pattern OPENING =
      Pattern.compile("^[^.:!?\\n。：！？]{1,80}(?:[.:!?](?=\\s)|[\\n。：！？])");

  GoalFingerprint {
    Objects.requireNonNull(words, "words");
  }

  /** The fingerprint of a goal; empty if it has too few words. */
  static Optional<GoalFingerprint> of(String goal) {
    String text = Truncation.truncate(goal.strip(), MAX_CHARS);
    Map<String, Boolean> terms = Terms.of(Text.of(text), null);
    Set<String> words = withContent(terms);
    if (words.size() < MIN_WORDS) {
      return Optional.empty();
    }
    return Optional.of(
        new GoalFingerprint(WordBag.ofWords(words), Hash.ofSet(names(terms)), body(text, words)));
  }

  /** A stored or received fingerprint. */
  static GoalFingerprint of(DelegatedGoal goal) {
    return new GoalFingerprint(
        WordBag.ofPacked(goal.getWords(), goal.getFingerprint()), goal.getNames(), goal.getBody());
  }

  private static long body(String text, Set<String> words) {
    Matcher opening = OPENING.matcher(text);
    if (opening.find()) {
      Map<String, Boolean> first = Terms.of(Text.of(opening.group()), null);
      if (withContent(first).size() <= MAX_OPENING_WORDS && names(first).isEmpty()) {
        Set<String> rest = withContent(Terms.of(Text.of(text.substring(opening.end())), null));
        if (rest.size() >= MIN_BODY_WORDS) {
          return Hash.ofSet(rest);
        }
      }
    }
    return Hash.ofSet(words);
  }

  private static Set<String> withContent(Map<String, Boolean> terms) {
    Set<String> words = new HashSet<>(terms.keySet());
    words.removeIf(TermForm::isFrame);
    boolean hasDirection =
        words.stream().anyMatch(TermForm::isSource) && words.stream().anyMatch(TermForm::isTarget);
    if (!hasDirection) {
      words.removeIf(TermForm::isQualifier); // "of" and "to" have many other meanings
    }
    return words;
  }

  private static Set<String> names(Map<String, Boolean> terms) {
    Set<String> names = new HashSet<>();
    terms.forEach(
        (term, isName) -> {
          if (isName) {
            names.add(term);
          }
        });
    return names;
  }

  /** Whether both goals have the same names, and one has all words of the other and few more. */
  boolean isSame(GoalFingerprint other) {
    return names == other.names
        && words.namesSameObject(other.words)
        && words.ratio(other.words) >= MIN_RATIO;
  }

  /** Whether both are the same, or are so without a short first sentence. */
  boolean isLike(GoalFingerprint other) {
    return body == other.body || isSame(other);
  }
}
