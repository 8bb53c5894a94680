package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.detect.api.Periodicity.Repetition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

@Tag(TestTags.TRIES)
class PeriodicityTest {

  private static final int LONGEST = 6;

  private static Periodicity<Character> follow(String symbols) {
    Periodicity<Character> followed = Periodicity.empty();
    for (int at = 0; at < symbols.length(); at++) {
      followed = followed.append(symbols.charAt(at), LONGEST, LONGEST, Objects::equals);
    }
    return followed;
  }

  private static Optional<Repetition<Character>> shortest(String symbols, IntUnaryOperator least) {
    return follow(symbols).shortestRepetition(1, LONGEST, least);
  }

  @Test
  void theShortestBlockIsReportedWithItsNumber() {
    assertThat(shortest("xabcabcabc", period -> 3)).contains(new Repetition<>(3, 3, true, 'a'));
    assertThat(shortest("abab", period -> 2)).contains(new Repetition<>(2, 2, true, 'a'));
    assertThat(shortest("aaaa", period -> 2)).contains(new Repetition<>(1, 4, true, 'a'));
  }

  @Test
  void halfABlockMoreIsNotComplete() {
    assertThat(shortest("ababa", period -> 2)).contains(new Repetition<>(2, 2, false, 'a'));
  }

  @Test
  void aBlockOfEqualSymbolsIsNoLongerBlock() {
    assertThat(shortest("aaaa", period -> period == 1 ? 5 : 2)).isEmpty();
    assertThat(shortest("abababab", period -> period == 2 ? 9 : 2)).isEmpty();
  }

  @Property
  void findsSamePeriodAsBruteForceSearch(
      @ForAll @StringLength(max = 60) @CharRange(from = 'a', to = 'c') String symbols,
      @ForAll @IntRange(min = 2, max = 4) int least) {
    Optional<Integer> expected = Optional.empty();
    for (int period = 1; period <= LONGEST && expected.isEmpty(); period++) {
      if (symbols.length() >= period * least) {
        String block = symbols.substring(symbols.length() - period);
        boolean repeated = symbols.endsWith(block.repeat(least));
        expected = repeated ? Optional.of(period) : expected;
      }
    }

    assertThat(shortest(symbols, period -> least).map(Repetition::period)).isEqualTo(expected);
  }

  @Property
  void searchFromTheEndEqualsIncrementalSearch(
      @ForAll @StringLength(max = 60) @CharRange(from = 'a', to = 'c') String symbols) {
    List<Character> all = symbols.chars().mapToObj(symbol -> (char) symbol).toList();
    Periodicity<Character> followed = Periodicity.empty();
    for (Character symbol : all) {
      followed = followed.append(symbol, LONGEST, Math.max(LONGEST, all.size()), Objects::equals);
    }

    assertThat(Periodicity.of(all, LONGEST, Objects::equals)).isEqualTo(followed);
  }

  @Test
  void runsStayUnchangedWithoutRepetition() {
    Periodicity<Character> followed = follow("abcdefgh");

    assertThat(followed.append('i', LONGEST, LONGEST, Objects::equals).runs())
        .isSameAs(followed.runs());
  }

  @Property
  void itRemembersNoMoreThanTheLongestPeriod(@ForAll @StringLength(max = 200) String symbols) {
    Periodicity<Character> followed = follow(symbols);

    assertThat(followed.recent()).hasSizeLessThanOrEqualTo(LONGEST);
    assertThat(followed.runs()).hasSizeLessThanOrEqualTo(LONGEST);
  }
}
