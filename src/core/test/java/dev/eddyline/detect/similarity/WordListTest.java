package dev.eddyline.detect.similarity;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

@Tag(TestTags.TRIES)
class WordListTest {

  @Test
  void wordsOfAnyScriptAreStoredUnchanged() {
    // Given
    String longest = "語".repeat(40);
    WordList words =
        list(List.of("plain", "naïve", "日本", "😀", longest), word -> word.equals("日本"));

    // When
    WordList again = WordList.of(words.kept(), true);

    // Then
    assertThat(again.words())
        .containsExactlyInAnyOrder("plain", "naïve", "日本", "😀", longest)
        .isEqualTo(words.words());
    assertThat(again.names()).containsExactly("日本");
  }

  @Test
  void formsAreTheSameButForDigits() {
    assertThat(list(Set.of("config")).with(list(Set.of("configuration"))).shared()).isEqualTo(1);
    assertThat(list(Set.of("node")).with(list(Set.of("node2"))).shared()).isZero();
    assertThat(list(Set.of("aut")).with(list(Set.of("auth"))).shared()).isZero();
  }

  @Property
  void sharedWordsEqualAPairwiseComparison(
      @ForAll("words") @Size(max = 60) Set<String> one,
      @ForAll("words") @Size(max = 60) Set<String> other) {
    WordList.Overlap overlap = list(one).with(WordList.of(list(other).kept(), true));

    assertThat(overlap.own()).isEqualTo(one.size());
    assertThat(overlap.others()).isEqualTo(other.size());
    assertThat(overlap.shared()).isEqualTo(sharedWith(one, other));
    assertThat(overlap.sharedByOther()).isEqualTo(sharedWith(other, one));
    assertThat(overlap.strange()).isEqualTo(isStrange(one, other) || isStrange(other, one));
  }

  private static int sharedWith(Set<String> words, Set<String> others) {
    return (int) words.stream().filter(word -> isIn(word, others)).count();
  }

  private static boolean isStrange(Set<String> words, Set<String> others) {
    return words.stream().filter(WordListTest::isName).anyMatch(word -> !isIn(word, others));
  }

  private static boolean isIn(String word, Set<String> others) {
    return others.stream().anyMatch(other -> areForms(word, other));
  }

  private static boolean areForms(String one, String other) {
    String shorter = one.length() <= other.length() ? one : other;
    String longer = one.length() <= other.length() ? other : one;
    boolean begins = longer.startsWith(shorter) && shorter.length() >= 4;
    return one.equals(other) || begins && longer.chars().noneMatch(Character::isDigit);
  }

  private static boolean isName(String word) {
    return word.toLowerCase(Locale.ROOT).contains("n");
  }

  private static WordList list(Set<String> words) {
    return list(words, WordListTest::isName);
  }

  private static WordList list(Collection<String> words, Predicate<String> names) {
    return WordList.of(words.stream().distinct().collect(toMap(word -> word, names::test)), 64);
  }

  @Provide
  Arbitrary<Set<String>> words() {
    return Arbitraries.of("auth", "node", "é", "日本", "語", "s", "1", "ication")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(pieces -> String.join("", pieces))
        .set()
        .ofMaxSize(60);
  }
}
