package dev.eddyline.detect.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.TextDetectorHarness;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a response is like an earlier one. */
class SimilarResponseTest {

  private static final String ONE = "The parser reads one token too many at the end of the file";

  private TextDetectorHarness<ResponseHistory, SimilarResponse.Limits> run = run(plain());

  @Test
  void aResponseWithFourFifthsOfItsWordsInCommonIsALoop() {
    // Given
    run.says("a b c d e f g h k");

    // When
    FoundLoop loop = run.says("a b c d e f g h j").orElseThrow();

    // Then
    assertThat(loop.getLoopType()).isEqualTo(LoopType.SIMILAR_RESPONSE);
    assertThat(loop.getMeasured()).isEqualTo(0.8);
    assertThat(loop.getLimit()).isEqualTo(0.8);
    assertThat(loop.getReason())
        .isEqualTo("The response is 80% similar to an earlier one in step 'work'");
    assertThat(loop.getIdentity()).isEqualTo("response agent-1 work");
    assertThat(loop.getAttempts()).isEqualTo(2);
    assertThat(TextDetectorHarness.evidence(loop)).containsExactly("e1", "e2");
  }

  @Test
  void aResponseBelowTheThresholdIsNone() {
    run.says("a b c d e f g h");

    assertThat(run.says("a b c d e f g j")).isEmpty();
  }

  @Test
  void everyFurtherSimilarResponseIsALoopThatBeganWithTheFirst() {
    // Given
    run.says("something else");
    run.says(ONE);
    run.says(ONE);

    // When
    FoundLoop loop = run.says(ONE).orElseThrow();

    // Then
    assertThat(loop.getAttempts()).isEqualTo(3);
    assertThat(loop.getFirstEventId()).isEqualTo("e2");
    assertThat(loop.getCostBefore().getTokens()).isEqualTo(10);
    assertThat(TextDetectorHarness.evidence(loop)).containsExactly("e2", "e3", "e4");
  }

  @Test
  void theLastThreeAreCompared() {
    run.says(ONE);
    run.says("entirely different words");
    run.says("nothing of that kind");
    assertThat(run.says(ONE)).isPresent();

    run = run(plain());
    run.says(ONE);
    run.says("entirely different words");
    run.says("nothing of that kind");
    run.says("yet other things");
    assertThat(run.says(ONE)).isEmpty();
  }

  @Test
  void withTheScopeOfAStepAllAgentsInItAreCompared() {
    run =
        run(
            new SimilarResponse.Limits(
                true,
                0.8,
                SimilarResponse.ComparisonScope.STEP,
                3,
                SimilarResponse.Measure.JACCARD,
                0,
                Duration.ofHours(24),
                false,
                Masking.shipped()));
    run.saysIn("implement", ONE);

    assertThat(run.asAgent("agent-2").saysIn("review", ONE)).isEmpty();
    FoundLoop second = run.asAgent("agent-2").saysIn("implement", ONE).orElseThrow();
    FoundLoop third = run.asAgent("agent-3").saysIn("implement", ONE).orElseThrow();

    assertThat(third.getAttempts()).isEqualTo(3);
    assertThat(third.getIdentity()).isEqualTo(second.getIdentity());
    assertThat(third.getReason())
        .isEqualTo("The response is 100% similar to an earlier one in step 'implement'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"✅✅✅", "!!!", "…", "1. 2. 3.", "👍 👍"})
  void aTextWithoutLettersIsComparedWhole(String text) {
    run.says(text);

    assertThat(run.says(text + "?")).isEmpty();
    assertThat(run.says(" " + text + "\n")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"1 2 3, 3 2 1", "✅❌, ❌✅", "!!!, !!", "100 %, 100"})
  void otherTextsWithoutLettersAreNotSimilar(String one, String other) {
    run.says(one);

    assertThat(run.says(other)).isEmpty();
  }

  @Test
  void anotherAgentOrAnotherStepIsNotCompared() {
    run.saysIn("plan", ONE);

    assertThat(run.saysIn("review", ONE)).isEmpty();
    assertThat(run.asAgent("agent-2").saysIn("plan", ONE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyResponseIsLikeNoOther(SimilarResponse.Measure measure) {
    run = run(limits(0.1, measure, 0, false));

    assertThat(run.says("")).isEmpty();
    assertThat(run.says("")).isEmpty();
    assertThat(run.says(" \n")).isEmpty();
    assertThat(run.history().getSpeakers()).isEmpty();
  }

  @Test
  void lettersAreComparedWhereThePolicySaysSo() {
    // Given
    run = run(limits(0.8, SimilarResponse.Measure.LEVENSHTEIN, 0, false));
    run.says("The parser reads one token too many");

    // When
    FoundLoop loop = run.says("the parsers read one token too many").orElseThrow();

    // Then
    assertThat(loop.getMeasured()).isBetween(0.9, 0.95);
  }

  @Test
  void textIsStoredRedactedAndTruncatedForLevenshtein() {
    // Given
    run = run(limits(0.8, SimilarResponse.Measure.LEVENSHTEIN, 0, false));

    // When
    run.says("token=abcdefghijkl " + "word ".repeat(1_000));

    // Then
    String storedText = run.history().getSpeakers().get(0).getResponses().get(0).getText();
    assertThat(storedText).hasSizeLessThanOrEqualTo(1_000).startsWith("<redacted>");
  }

  @Test
  void responsesStoredForTheOtherMeasureAreNotCompared() {
    // Given
    run.says(ONE);
    ResponseHistory byWords = run.history();

    // When
    run =
        new TextDetectorHarness<>(
            new SimilarResponse(),
            byWords,
            limits(0.1, SimilarResponse.Measure.LEVENSHTEIN, 0, false));

    // Then
    assertThat(run.says(ONE)).isEmpty();
    assertThat(run.says(ONE)).isPresent();
  }

  @Test
  void shorterResponsesThanThePolicySaysArePassedOver() {
    run = run(limits(0.8, SimilarResponse.Measure.JACCARD, 20, false));
    run.says(ONE);
    IntStream.range(0, 5).forEach(i -> assertThat(run.says("Done.")).isEmpty());

    assertThat(run.says(ONE)).isPresent();
  }

  @Test
  void newResultRestartsTheComparisonWhereThePolicySaysSo() {
    run.says(ONE);
    run.addNewResult();
    assertThat(run.says(ONE)).isPresent();

    run = run(limits(0.8, SimilarResponse.Measure.JACCARD, 0, true));
    run.says(ONE);
    run.addNewResult();
    assertThat(run.says(ONE)).isEmpty();
    assertThat(run.says(ONE).orElseThrow().getAttempts()).isEqualTo(2);
  }

  @Test
  void whatAWaitingAgentSaysIsNotCompared() {
    run.says(ONE);

    assertThat(run.agentWaiting(true).says(ONE)).isEmpty();
    assertThat(run.agentWaiting(false).says(ONE).orElseThrow().getAttempts()).isEqualTo(2);
  }

  @Test
  void userMessageRestartsResponseComparison() {
    run.says(ONE);
    run.detect(new UserMessage("And again, please?"));

    assertThat(run.says(ONE)).isEmpty();
  }

  @Test
  void responsesOutsideTheWindowDoNotCount() {
    run.says(ONE);

    assertThat(run.advanceTime(Duration.ofHours(25)).says(ONE)).isEmpty();
  }

  @Test
  void responsesOfThirtyTwoAgentStepsAreStored() {
    IntStream.range(0, 33).forEach(i -> run.saysIn("step " + i, ONE));

    assertThat(run.history().getSpeakers()).hasSize(32);
    assertThat(run.saysIn("step 1", ONE)).isPresent();
    assertThat(run.saysIn("step 0", ONE)).isEmpty();
  }

  @Test
  void longerWindowStoresFewerAgentSteps() {
    run =
        run(
            new SimilarResponse.Limits(
                true,
                0.8,
                SimilarResponse.ComparisonScope.AGENT,
                10,
                SimilarResponse.Measure.JACCARD,
                0,
                Duration.ofHours(24),
                false,
                Masking.shipped()));
    IntStream.range(0, 33).forEach(i -> run.saysIn("step " + i, ONE));

    assertThat(run.history().getSpeakers()).hasSize(9);
  }

  @Test
  void disabledDetectorStoresNoResponses() {
    run =
        run(
            new SimilarResponse.Limits(
                false,
                0.8,
                SimilarResponse.ComparisonScope.AGENT,
                3,
                SimilarResponse.Measure.JACCARD,
                0,
                Duration.ofHours(24),
                false,
                Masking.shipped()));
    run.says(ONE);

    assertThat(run.says(ONE)).isEmpty();
    assertThat(run.history().getSpeakers()).isEmpty();
  }

  private static TextDetectorHarness<ResponseHistory, SimilarResponse.Limits> run(
      SimilarResponse.Limits limits) {
    return new TextDetectorHarness<>(
        new SimilarResponse(), new ResponseHistory(1L, List.of(), List.of()), limits);
  }

  private static SimilarResponse.Limits plain() {
    return limits(0.8, SimilarResponse.Measure.JACCARD, 0, false);
  }

  private static SimilarResponse.Limits limits(
      double threshold, SimilarResponse.Measure measure, int minLength, boolean forgives) {
    return new SimilarResponse.Limits(
        true,
        threshold,
        SimilarResponse.ComparisonScope.AGENT,
        3,
        measure,
        minLength,
        Duration.ofHours(24),
        forgives,
        Masking.shipped());
  }
}
