package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents say and ask under the policy for ordinary life. */
@Tag(TestTags.TRIES)
class TextLoopsTest {

  private static final String REPORT =
      """
      I looked at the parser once more. It reads one token too many at the end of the file, so that
      the last statement is lost whenever the file has no newline there. I shall put the check for
      the end before the token is taken, run all tests of the parser, and then report what is left.
      """;

  @ParameterizedTest
  @ValueSource(strings = {"Done.", "", "OK, go on", "LGTM", "すべて完了しました"})
  void shortAnswersAreALoopFromTheFifthOn(String answer) {
    EngineScenario story = EngineScenario.under("default");
    for (int i = 0; i < 4; i++) {
      assertThat(says(story, answer).records()).isEmpty();
    }
    assertThat(says(story, answer).verdict().getLimit()).isEqualTo(5);
  }

  @Test
  void aReviewAfterEachChangeIsNotALoop_withoutAnyChangeItIs() {
    // Given
    EngineScenario story = EngineScenario.under("default");
    for (int change = 0; change < 8; change++) {
      story.task("T").calls("c" + change, "edit", "{\"line\":" + change + "}");
      story.task("T").returns("c" + change, "edit", "line " + change + " changed");
      assertThat(asksForReview(story).records()).isEmpty();
    }

    // When
    Outputs again = asksForReview(story);

    // Then
    assertThat(again.verdict().getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
  }

  private static Outputs asksForReview(EngineScenario story) {
    Outputs lastOutputs =
        story
            .task("T")
            .publishesBody(
                new CollaborationRequested("reviewer", "Please review my change to the parser"));
    story
        .task("T")
        .byAgent("reviewer")
        .publishesBody(new CollaborationAnswered("agent-1", "Looks better"));
    return lastOutputs;
  }

  @Test
  void aLongReportTwiceIsASimilarResponse_unlessAToolGaveANewResultInBetween() {
    // Given
    EngineScenario story = EngineScenario.under("default");
    says(story, REPORT);
    story.task("T").calls("c1", "shell", "make test");
    story.task("T").returns("c1", "shell", "12 passed");

    // Then
    assertThat(says(story, REPORT).records()).isEmpty();

    // When
    LoopVerdict verdict = says(story, "Well. " + REPORT).verdict();

    // Then
    assertThat(verdict.getTrips()).containsExactly(LoopType.SIMILAR_RESPONSE);
    assertThat(verdict.getText())
        .matches(
            "The response is \\d\\d% similar to an earlier one in step '[^']+'\\."
                + " Do not answer the same again: say what is new, or change the approach\\.");
  }

  @Test
  void sameAnnouncementThreeTimesWithoutActionIsARepeatedMessage() {
    // Given
    EngineScenario story = EngineScenario.under("default");
    says(story, "I will now look at the parser.");
    assertThat(says(story, "I will now look at the parser.").records()).isEmpty();

    // When
    LoopVerdict verdict = says(story, "I will now look at the parser.").verdict();

    // Then
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.REPEATED_MESSAGE);
    assertThat(verdict.getText())
        .isEqualTo(
            "The agent said the same 3 times and nothing new was said or done in between. Saying it again"
                + " will not change that: do the next step, or say what is in the way."
                + " Repeated 3 times in 2 s: I will now look at the parser.");
  }

  @Test
  void aReportAfterEveryStepIsNotALoop() {
    EngineScenario story = EngineScenario.under("default");
    for (int i = 0; i < 10; i++) {
      story.task("T").calls("c" + i, "shell", "make test TEST=" + i);
      story.task("T").returns("c" + i, "shell", "test " + i + " passed");
      assertThat(says(story, REPORT).records()).isEmpty();
    }
  }

  @Test
  void aReviewAfterEveryChangeThatGetsFurtherIsNotALoop() {
    EngineScenario story = EngineScenario.under("default");
    for (int i = 0; i < 10; i++) {
      story.task("T").publishesBody(new ProgressReported(20, 19 - i, null, null, null, null, null));
      assertThat(asks(story, "Please review my change").records()).isEmpty();
      answers(story);
    }
  }

  @Test
  void theSameRequestForEveryModuleIsNotALoop() {
    EngineScenario story = EngineScenario.under("default");
    for (String module : List.of("A", "B", "C", "orders", "users", "src/auth.ts", "v1", "v2")) {
      assertThat(asks(story, "Please review module " + module).verdicts()).isEmpty();
      answers(story);
    }
  }

  @Test
  void textsBeforeTheTaskExpiredDoNotCount() {
    EngineScenario story = EngineScenario.under("default");
    says(story, REPORT);
    asks(story, "Please review my change");
    story.advanceTime(Duration.ofHours(25));

    assertThat(says(story, REPORT).records()).isEmpty();
    assertThat(asks(story, "Please review my change").records()).isEmpty();
  }

  @Property
  void redeliveryDoesNotChangePublishedRecords(@ForAll("talks") List<Turn> talk) {
    EngineScenario once = EngineScenario.under("default");
    EngineScenario redelivered = EngineScenario.under("default");
    for (int i = 0; i < talk.size(); i++) {
      AgentEvent event = talk.get(i).event(i);
      once.processEvent(event);
      redelivered.processEvent(event);
      assertThat(redelivered.processEvent(event).outcome()).isEqualTo(InputOutcome.REPEATED);
    }

    assertThat(withoutPlaces(redelivered)).isEqualTo(withoutPlaces(once));
  }

  /** What one of two agents says, asks or answers. */
  record Turn(int kind, int agent, String text) {

    AgentEvent event(int number) {
      TaskScript<AgentEvent> task =
          TaskScript.<AgentEvent>of("T", event -> event)
              .withEventId("n" + number)
              .byAgent("agent-" + agent)
              .at(EngineScenario.BEGIN.minusSeconds(60 - number));
      String other = "agent-" + (1 - agent);
      return switch (kind) {
        case 0 -> task.publishesBody(new CollaborationRequested(other, text));
        case 1 -> task.publishesBody(new CollaborationAnswered(other, text));
        case 2 ->
            task.publishesBody(new ProgressReported(20, 19 - number, null, null, null, null, null));
        default -> task.publishesBody(new ResponseProduced("work", text));
      };
    }
  }

  @Provide
  Arbitrary<List<Turn>> talks() {
    return Combinators.combine(
            Arbitraries.of(0, 0, 1, 2, 3, 3, 3, 3, 3, 3),
            Arbitraries.of(0, 0, 0, 1),
            Arbitraries.of(REPORT, "I will look at the parser", "Please review it", ""))
        .as(Turn::new)
        .list()
        .ofMaxSize(40);
  }

  /** What was published but for the offsets, which redelivery moves. */
  private static List<String> withoutPlaces(EngineScenario story) {
    return story.published().stream()
        .map(
            record ->
                record.toString().replaceAll("\"offset\": \\d+|\"recordTime\": \"[^\"]*\"", ""))
        .toList();
  }

  private static Outputs says(EngineScenario story, String text) {
    return story.task("T").publishesBody(new ResponseProduced("work", text));
  }

  private static Outputs asks(EngineScenario story, String request) {
    return story.task("T").publishesBody(new CollaborationRequested("reviewer", request));
  }

  private static void answers(EngineScenario story) {
    story
        .task("T")
        .byAgent("reviewer")
        .publishesBody(new CollaborationAnswered("agent-1", "I see nothing"));
  }
}
