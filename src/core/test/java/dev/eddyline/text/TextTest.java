package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokens of a text, and when the hashes of two texts are equal. */
@Tag(TestTags.TRIES)
class TextTest {

  @Property
  void tokensLieSideBySideAndCoverTheText(@ForAll String source) {
    Text text = Text.of(source);

    StringBuilder whole = new StringBuilder();
    for (int token = 0; token < text.count(); token++) {
      assertThat(text.end(token)).isGreaterThan(text.start(token));
      whole.append(text.source(), text.start(token), text.end(token));
    }
    assertThat(whole.toString()).isEqualTo(text.source());
  }

  @Property
  void maskedHashesAreEqualIfAndOnlyIfMaskedFormsAre(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    Text left = Text.of(one);
    Text right = Text.of(other);

    assertThat(left.maskedHash() == right.maskedHash())
        .isEqualTo(left.masked().equals(right.masked()));
    assertThat(Text.of(" " + one + "\n").maskedHash()).isEqualTo(left.maskedHash());
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "took", "5ms", "7ms", "10:00:01", "11:12:13", "line 3", " ", "\n", "x", "X")
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(pieces -> String.join(" ", pieces));
  }

  @ParameterizedTest
  @CsvSource({
    "took 5ms, took 6ms, true",
    "took 5ms, took 5 ms, true",
    "a  b, a b, true",
    "a b, ab, false",
    "a b, A b, false",
    "Ab aB, aB Ab, false",
    "exit code 1, exit code 2, false",
    "<time>, 10:00:00, false",
    "'', 'x', false",
  })
  void textsAreEqualIfTheyDifferInVolatilePartsOnly(String one, String other, boolean equal) {
    assertThat(Text.of(one).maskedHash() == Text.of(other).maskedHash()).isEqualTo(equal);
  }

  @Test
  void linesDifferUnlessTheyAreMasked() {
    Text one = Text.of("error in a.ts:12:3, line 4");
    Text other = Text.of("error in a.ts:13:9, line 5");

    assertThat(one.maskedHash()).isNotEqualTo(other.maskedHash());
    assertThat(one.maskedWithLinesHash()).isEqualTo(other.maskedWithLinesHash());
    assertThat(Text.of("sys.exit(1)").maskedWithLines()).isEqualTo("sys.exit(1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit code 1", "status: running", "{\"state\":\"QUEUED\"}", "45.1 %"})
  void aFactIsFoundWhereverItStands(String fact) {
    long none = factsHash("nothing here");

    assertThat(factsHash(fact)).isNotEqualTo(none).isEqualTo(factsHash("x, " + fact + " y"));
  }

  @Test
  void whatIsVolatileIsNoFact() {
    assertThat(factsHash("progress: 5ms")).isEqualTo(factsHash("progress: 6ms"));
  }

  private static long factsHash(String text) {
    return Hash.of(Facts.text(Text.of(text), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "All checks passed!",
        "Found 0 errors in 28 files",
        "12 passed in 0.4s",
        "{\"status\":\"ok\",\"nodes\":10}",
        "HTTP 200 OK",
        "exit code 0"
      })
  void factsWithoutAProblemAreClean(String text) {
    assertThat(areClean(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3 failed, 9 passed",
        "diff: 14.21% of pixels differ",
        "state: failed",
        "HTTP 500",
        "exit code 2",
        "0 errors\n4 errors\n0 errors"
      })
  void aProblemAmongFactsIsNotClean(String text) {
    assertThat(areClean(text)).isFalse();
  }

  @Test
  void manyFactsAreRead() {
    assertThat(areClean("status: ok, 0 errors\n".repeat(50_000))).isTrue();
  }

  private static boolean areClean(String text) {
    Text read = Text.of(text);
    return Facts.areClean(Facts.text(read, TestCounts.in(read)));
  }
}
