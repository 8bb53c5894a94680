package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.eddyline.TestTags;
import dev.eddyline.detect.TextDetectorHarness;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.responses.SimilarResponse;
import dev.eddyline.detect.similarity.Similarity;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.Speaker;
import dev.eddyline.schema.SpokenResponse;
import dev.eddyline.text.Masking;
import dev.eddyline.text.Text;
import dev.eddyline.text.WordSketch;
import dev.eddyline.text.WordSketchTest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever agents say or ask: the rules about texts answer, and remember little. */
@Tag(TestTags.TRIES)
class TextRulesPropertiesTest {

  private static final Duration DAY = Duration.ofHours(24);

  /** Guards against a hang; what is right takes milliseconds. */
  private static final Duration HANG = Duration.ofSeconds(60);

  @Property
  void similarityIsSymmetricAndWithinItsBounds(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    WordSketch words = WordSketch.of(Text.of(one));
    Request request = request(one);

    double jaccard = words.similarity(WordSketch.of(Text.of(other)));
    double letters = Similarity.levenshtein(one, other);
    double lexical = RequestMeasure.LEXICAL.similarity(request, request(other));

    assertThat(List.of(jaccard, letters, lexical)).allMatch(value -> value >= 0 && value <= 1);
    assertThat(WordSketch.of(Text.of(other)).similarity(words)).isEqualTo(jaccard);
    assertThat(Similarity.levenshtein(other, one)).isCloseTo(letters, within(1e-9));
    assertThat(RequestMeasure.LEXICAL.similarity(request(other), request)).isEqualTo(lexical);
  }

  @Property
  void aTextWithWordsIsTheSameAsItself(@ForAll("texts") String text) {
    WordSketch words = WordSketch.of(Text.of(text));

    assertThat(words.similarity(words)).isEqualTo(words.isEmpty() ? 0 : 1);
    assertThat(RequestMeasure.LEXICAL.similarity(request(text), request(text))).isEqualTo(1);
  }

  @Property
  void storedResponsesAreBounded(
      @ForAll("talks") List<String> texts, @ForAll SimilarResponse.Measure measure) {
    var run =
        new TextDetectorHarness<>(
            new SimilarResponse(),
            new ResponseHistory(1L, List.of(), List.of()),
            new SimilarResponse.Limits(
                true,
                0.8,
                SimilarResponse.ComparisonScope.AGENT,
                3,
                measure,
                0,
                DAY,
                false,
                Masking.shipped()));

    for (int i = 0; i < texts.size(); i++) {
      run.asAgent("agent-" + i % 4).saysIn("step " + i % 11, texts.get(i));
    }

    assertThat(run.history().getSpeakers()).hasSizeLessThanOrEqualTo(32);
    for (Speaker speaker : run.history().getSpeakers()) {
      assertThat(speaker.getResponses()).hasSizeLessThanOrEqualTo(3);
      for (SpokenResponse response : speaker.getResponses()) {
        assertThat(response.getWords().remaining()).isLessThanOrEqualTo(384);
        assertThat(Optional.ofNullable(response.getText()).orElse("").length())
            .isLessThanOrEqualTo(1_000);
      }
    }
  }

  @Property
  void storedRequestsAreBounded(@ForAll("talks") List<String> texts) {
    var run =
        new TextDetectorHarness<>(
            new CollaborationLoop(),
            new CollaborationHistory(1L, false, List.of(), List.of()),
            new CollaborationLoop.Limits(
                true, RequestMeasure.LEXICAL, 0.85, DAY, false, Masking.shipped()));

    for (int i = 0; i < texts.size(); i++) {
      run.asAgent("agent-" + i % 2).asks("agent-" + i % 3, texts.get(i));
    }

    assertThat(run.history().getRequests()).hasSizeLessThanOrEqualTo(20);
    for (KnownRequest request : run.history().getRequests()) {
      WordList words = WordList.of(request.getWords(), request.getWhole());
      assertThat(words.words()).hasSizeLessThanOrEqualTo(64).doesNotHaveDuplicates();
      assertThat(words.words()).containsAll(words.names());
      assertThat(words.words()).allMatch(word -> word.length() <= 40);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a", "'", "a'", "A.", "_", "a_", "\"", " ", "\n", "語", "A語", "\u0301", "aA", "\ud83d"
      })
  void detectionTerminatesOnHostileTexts(String piece) {
    String text = piece.repeat(300_000 / piece.length());

    Request request = assertTimeoutPreemptively(HANG, () -> request(text));
    WordSketch words = assertTimeoutPreemptively(HANG, () -> WordSketch.of(Text.of(text)));

    assertThat(request.contentWords().words()).hasSizeLessThanOrEqualTo(64);
    assertThat(words.kept().remaining()).isLessThanOrEqualTo(384);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> words =
        Arbitraries.of(
                "review",
                "reviews",
                "Auth",
                "authentication",
                "A",
                "B",
                "12",
                "src/a.ts",
                "not",
                "無限ループ",
                "token=abc",
                "10:00:01",
                "parseDate",
                "don't",
                "😀",
                "\ud83d",
                "\n")
            .list()
            .ofMaxSize(30)
            .map(list -> String.join(" ", list));
    return Arbitraries.oneOf(words, Arbitraries.strings().ofMaxLength(200), longTexts());
  }

  private static Arbitrary<String> longTexts() {
    return Arbitraries.integers()
        .between(0, 50)
        .map(shift -> WordSketchTest.words(shift, shift + 600));
  }

  @Provide
  Arbitrary<List<String>> talks() {
    return texts().list().ofMinSize(1).ofMaxSize(40);
  }

  private static Request request(String text) {
    return Request.of(
        text, Masking.shipped(), new EventTexts(new Redaction(200, Redaction.SHIPPED_SECRETS)));
  }
}
