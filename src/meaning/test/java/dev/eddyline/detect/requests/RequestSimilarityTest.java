package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.similarity.ContentWords;
import dev.eddyline.detect.similarity.Similarity;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.text.WordSketchTest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests ask for the same. */
class RequestSimilarityTest {

  private static final double THRESHOLD = 0.85;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Can you review this authentication code? | Can you review this auth code again?",
        "Please check the config file.            | Could you check the configuration file once"
            + " more?",
        "Review module A                          | Please review module A again, thanks",
        "Could you review the API?                | PLEASE REVIEW THE API ASAP!",
        "Look at `parseDate` in src/Dates.java    | Please look at src/Dates.java: parseDate",
        "Explain the failing tests                | Explain the failing test",
        "A review of the parser is due            | Is a review of the parser due?",
        "このコードをレビューしてください              | このコードをレビューしてください。",
      })
  void theSameInOtherWordsIsTheSame(String one, String other) {
    assertThat(lexical(one, other)).isGreaterThan(THRESHOLD);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Can you review this authentication code? | Can you write unit tests for this"
            + " authentication code?",
        "Review module A                          | Review module B",
        "Review module a                          | Review module b",
        "Review the orders table                  | Review the users table",
        "Review PR 12                             | Review PR 13",
        "Fix src/auth.ts                          | Fix src/user.ts",
        "Rename parseDate                         | Rename parseDateTime",
        "Deploy the service                       | Do not deploy the service",
        "Explain v1                               | Explain v12",
        "Ask Ann about the invoice                | Ask Bob about the invoice",
        "Send it to ann@example.com               | Send it to bob@example.com",
        "Aモジュールをレビューしてください              | Bモジュールをレビューしてください",
        "このコードをレビューしてください              | このコードのテストを書いてください",
        "Can you do it?                           | Could you do that?",
      })
  void anotherThingIsAnotherRequest(String one, String other) {
    assertThat(lexical(one, other)).isLessThan(THRESHOLD);
  }

  @ParameterizedTest
  @CsvSource({"orders, users", "12, 13", "A, B", "src/auth.ts, src/user.ts", "DHL, USPS"})
  void howeverLongTheSentenceAnotherThingIsAnotherRequest(String one, String other) {
    String sentence =
        "Please review %s for correctness, naming, test coverage, validation, error handling,"
            + " pagination, sorting, concurrency, performance, documentation and security, then"
            + " report every finding with severity, location, cause and a suggested change";

    assertThat(lexical(sentence.formatted(one), sentence.formatted(other)))
        .isLessThanOrEqualTo(Similarity.MAX_DIFFERENT_REQUEST_SIMILARITY);
    assertThat(lexical(sentence.formatted(one), sentence.formatted(one) + " again")).isEqualTo(1);
  }

  @Test
  void ofALongRequestASampleIsCompared() {
    // Given
    String request = WordSketchTest.words(0, 400);
    String longer = request + " and also this";
    String other = WordSketchTest.words(200, 600);

    // Then
    assertThat(LabelledPairs.request(request).contentWords().words())
        .hasSizeLessThanOrEqualTo(ContentWords.MAX);
    assertThat(lexical(request, longer)).isGreaterThan(THRESHOLD);
    assertThat(lexical(request, other)).isLessThan(THRESHOLD);
  }

  @Test
  void sampledRequestsMatchAcrossWordForms() {
    // Given: 120 words, and the same with their endings
    String plain = IntStream.range(0, 120).mapToObj(this::spelled).collect(Collectors.joining(" "));
    String endings =
        IntStream.range(0, 120).mapToObj(i -> spelled(i) + "s").collect(Collectors.joining(" "));

    // Then
    assertThat(lexical(plain, endings)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Review it                       | Review it                       | 1 | 1 | 1",
        "As of 10:00:01 review it        | As of 10:00:02 review it        | 0 | 1 | 1",
        "Kill process 4711               | Kill process 4712               | 0 | 0 | 0",
        "List the incidents of 2026-01-04 | List the incidents of 2026-01-11 | 0 | 0 | 0",
        "Review commit 3fa9c1d           | Review commit 8ab2e4f           | 0 | 0 | 0",
        "Review it                       | Please review it                | 0 | 0 | 1",
        "Can you do it?                  | Can you do it?                  | 1 | 1 | 1",
      })
  void eachMeasureAcceptsAllMatchesOfStricterMeasures(
      String one, String other, int exact, int normalized, int lexical) {
    assertThat(
            RequestMeasure.EXACT.similarity(
                LabelledPairs.request(one), LabelledPairs.request(other)))
        .isEqualTo(exact);
    assertThat(
            RequestMeasure.NORMALIZED.similarity(
                LabelledPairs.request(one), LabelledPairs.request(other)))
        .isEqualTo(normalized);
    assertThat(lexical(one, other) > THRESHOLD).isEqualTo(lexical == 1);
  }

  @Test
  void secretWordsAreStoredOnlyAsHashes() {
    // When
    WordList words =
        LabelledPairs.request("Log in with password=hunter2 and count the orders").contentWords();

    // Then
    assertThat(words.words()).contains("count", "order").doesNotContain("hunter2", "password");
    assertThat(words.names()).anySatisfy(name -> assertThat(name).startsWith("#"));
  }

  /** A word of letters only, another beginning for each number. */
  private String spelled(int number) {
    return "" + (char) ('b' + number / 20) + (char) ('b' + number % 20) + "acker";
  }

  private static double lexical(String one, String other) {
    return RequestMeasure.LEXICAL.similarity(
        LabelledPairs.request(one), LabelledPairs.request(other));
  }
}
