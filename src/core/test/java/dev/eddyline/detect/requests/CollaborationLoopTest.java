package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.TextDetectorHarness;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When asking again is a loop. */
class CollaborationLoopTest {

  private static final String REVIEW = "Can you review the parser?";

  private TextDetectorHarness<CollaborationHistory, CollaborationLoop.Limits> run =
      run(RequestMeasure.LEXICAL, 0.85);

  @Test
  void theFirstRepeatOfARequestIsALoop() {
    // Given
    assertThat(run.asks("b", REVIEW)).isEmpty();

    // When
    FoundLoop loop = run.asks("b", REVIEW).orElseThrow();

    // Then
    assertThat(loop.getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
    assertThat(loop.getReason()).isEqualTo("Repeated collaboration request");
    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(loop.getMeasured()).isEqualTo(1);
    assertThat(loop.getLimit()).isEqualTo(0.85);
    assertThat(loop.getAttempts()).isEqualTo(2);
    assertThat(loop.getAgents()).containsExactly("agent-1", "b");
    assertThat(TextDetectorHarness.evidence(loop)).containsExactly("e1", "e2");
    assertThat(loop.getCostBefore().getTokens()).isZero();
  }

  @Test
  void loopReportsTheMatchKind() {
    run.asks("b", "Review the parser of 10:00:01");

    assertThat(run.asks("b", "Review the parser of 10:00:02").orElseThrow().getMatchKind())
        .isEqualTo(MatchKind.NORMALIZED);

    run.asks("b", REVIEW);
    FoundLoop measured = run.asks("b", "Please review the parser once more").orElseThrow();
    assertThat(measured.getMatchKind()).isNull();
  }

  @Test
  void loopIdentityIsThatOfTheFirstRequest() {
    run.asks("b", REVIEW);

    String one = run.asks("b", "Please review the parser").orElseThrow().getIdentity();
    String other = run.asks("b", "Review the parser again").orElseThrow().getIdentity();

    assertThat(one).isEqualTo(other).startsWith("collaboration agent-1 b ");
  }

  @Test
  void wordingCannotDriftAway() {
    run.asks("b", "alpha beta gamma delta epsilon zeta");
    assertThat(run.asks("b", "alpha beta gamma delta epsilon zeta eta")).isPresent();
    assertThat(run.asks("b", "alpha beta gamma delta epsilon zeta eta theta")).isEmpty();
  }

  @Test
  void anotherPairOfAgentsIsNotCompared() {
    run.asks("b", REVIEW);

    assertThat(run.asks("c", REVIEW)).isEmpty();
    assertThat(run.asAgent("b").asks("agent-1", REVIEW)).isEmpty();
  }

  @Test
  void repeatedUnansweredRequestIsNoLoopWhereAnswersArePublished() {
    // Given
    run.asks("b", "Something else");
    run.asAgent("b").answers("agent-1");
    run.asAgent("agent-1").asks("b", REVIEW);

    // Then
    assertThat(run.asks("b", REVIEW)).isEmpty();
    run.asAgent("c").answers("agent-1");
    run.asAgent("b").answers("d");
    assertThat(run.asAgent("agent-1").asks("b", REVIEW)).isEmpty();

    // When
    run.asAgent("b").answers("agent-1");

    // Then
    assertThat(run.asAgent("agent-1").asks("b", REVIEW).orElseThrow().getAttempts()).isEqualTo(2);
    assertThat(run.asks("b", REVIEW)).isEmpty();
  }

  @Test
  void answerDuringDeclaredWaitCountsAsAnswer() {
    run.asks("b", REVIEW);
    run.agentWaiting(true).asAgent("b").answers("agent-1");

    assertThat(run.asAgent("agent-1").asks("b", REVIEW)).isEmpty();
    assertThat(run.agentWaiting(false).asks("b", REVIEW)).isPresent();
  }

  @Test
  void progressRestartsTheCount() {
    // Given
    run.asks("b", REVIEW);
    run.asks("b", REVIEW);
    run.addProgress();

    // When
    assertThat(run.asks("b", REVIEW)).isEmpty();

    // Then
    assertThat(run.lastResult().forgiven()).contains(ProgressTracker.BY_WORK);
    FoundLoop next = run.asks("b", REVIEW).orElseThrow();
    assertThat(next.getAttempts()).isEqualTo(2);
    assertThat(next.getFirstEventId()).isEqualTo("e3");
  }

  @Test
  void emptyRequestIsIgnored() {
    run.asks("b", " ");

    assertThat(run.asks("b", " ")).isEmpty();
    assertThat(run.history().getRequests()).isEmpty();
  }

  @Test
  void policySetsSimilarityMeasureAndThreshold() {
    assertThat(second(RequestMeasure.EXACT, 0.85, "Review the parser at 10:00:02")).isFalse();
    assertThat(second(RequestMeasure.NORMALIZED, 0.85, "Review the parser at 10:00:02")).isTrue();
    assertThat(second(RequestMeasure.NORMALIZED, 0.85, "Review the parser, please")).isFalse();
    assertThat(second(RequestMeasure.LEXICAL, 1, "Review the parser at 10:00:02")).isTrue();
    assertThat(second(RequestMeasure.LEXICAL, 0.5, "Review the lexer at 10:00:01")).isTrue();
    assertThat(second(RequestMeasure.LEXICAL, 0.85, "Review the lexer at 10:00:01")).isFalse();
  }

  @Test
  void requestsOutsideTheWindowDoNotCount() {
    run.asks("b", REVIEW);

    assertThat(run.advanceTime(Duration.ofHours(25)).asks("b", REVIEW)).isEmpty();
  }

  @Test
  void newestTwentyRequestsAreStored() {
    IntStream.range(0, 21).forEach(i -> run.asks("b", "Review PR " + i));

    assertThat(run.history().getRequests()).hasSize(20);
    assertThat(run.asks("b", "Review PR 1")).isPresent();
    assertThat(run.asks("b", "Review PR 0")).isEmpty();
  }

  private static boolean second(RequestMeasure measure, double threshold, String request) {
    var run = run(measure, threshold);
    run.asks("b", "Review the parser at 10:00:01");
    return run.asks("b", request).isPresent();
  }

  private static TextDetectorHarness<CollaborationHistory, CollaborationLoop.Limits> run(
      RequestSimilarity similarity, double threshold) {
    return new TextDetectorHarness<>(
        new CollaborationLoop(),
        new CollaborationHistory(1L, false, List.of(), List.of()),
        new CollaborationLoop.Limits(
            true, similarity, threshold, Duration.ofHours(24), false, Masking.shipped()));
  }
}
