package dev.eddyline.task;

import static dev.eddyline.task.scenario.Outputs.verdict;
import static dev.eddyline.task.scenario.Outputs.verdicts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failing calls whose arguments' meaning is known later; the model is the real one. */
class DelayedArgumentMeaningsTest {

  private static final String SPEED = "Which index would speed up the orders query?";
  private static final String FASTER = "What index should I add to make the orders query faster?";
  private static final List<String> ALIKE = List.of(SPEED, FASTER, SPEED, FASTER);

  private static final List<String> UNLIKE =
      List.of("order more disks", "who wrote this?", "weather in Lima", "sleep a while");

  private final EngineScenario story =
      EngineScenario.underYaml("repeated_action: {nearBy: meaning}").pauseSentenceModel();
  private int calls;

  @Test
  void argumentsThatMeanTheSameAreNearOnes() {
    // Given
    ALIKE.forEach(this::asksInVain);
    assertThat(verdicts(story.published())).isEmpty();
    asksInVain("weather in Lima");

    // When
    LoopVerdict verdict = verdict(story.answerPendingModelRequests());

    // Then
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.REPEATED_ACTION);
    assertThat(verdict.getPattern()).isEqualTo("near");
    assertThat(verdict.getEventId()).isEqualTo("e8");
    assertThat(verdict.getAttempts()).isEqualTo(4);
    assertThat(verdict.getEvidence())
        .extracting(it -> it.getEventId())
        .containsExactly("e2", "e4", "e6", "e8");
    assertThat(verdict.getEvidence().get(3).getWhat()).isEqualTo("ask: no answer");
  }

  @Test
  void byDefaultResponsesAreNeitherSentToTheModelNorStored() {
    EngineScenario words = EngineScenario.underYaml("repeated_action: {}");
    for (int call = 0; call < ALIKE.size(); call++) {
      words.task("T1").byAgent("dev").calls("c" + call, "ask", ALIKE.get(call));
      words.task("T1").byAgent("dev").returnsError("c" + call, "ask", "no answer");
    }

    assertThat(words.published()).isEmpty();
    assertThat(words.memory().toString()).doesNotContain("index");
  }

  @Test
  void tooFewInterruptedOrDissimilarFailedCallsSendNoModelRequest() {
    ALIKE.subList(0, 3).forEach(this::asksInVain);
    story.task("T1").byAgent("dev").calls("c", "ls", "{}");
    story.task("T1").byAgent("dev").returns("c", "ls", "a.txt");
    story.task("T1").byAgent("dev").calls("d", "cat", "a.txt");
    story.task("T1").byAgent("dev").returns("d", "cat", "words");
    asksInVain(ALIKE.get(3));
    UNLIKE.forEach(this::asksInVain);

    assertThat(questions()).isZero();
  }

  @Test
  void duplicateModelAnswerCountsOnce() {
    ALIKE.forEach(this::asksInVain);
    verdict(story.answerPendingModelRequests());

    assertThat(story.redeliverLastModelAnswer()).isEmpty();
  }

  @Test
  void requestedReplyIsPublished_whenTheModelAnswerArrives() {
    ALIKE.subList(0, 3).forEach(this::asksInVain);
    asking(ALIKE.get(3));
    assertThat(verdicts(story.published())).isEmpty();

    assertThat(verdict(story.answerPendingModelRequests()).getPattern()).isEqualTo("near");
  }

  @Test
  void aResetInBetweenDropsItAndAnAskerIsAnswered() {
    ALIKE.subList(0, 3).forEach(this::asksInVain);
    asking(ALIKE.get(3));
    story.task("T1").byAgent("dev").decides(Decision.APPROVE);

    assertThat(verdict(story.answerPendingModelRequests()).getReason())
        .isEqualTo("Of before the last reset");
    assertThat(story.memory().toString()).doesNotContain("index");
  }

  @Test
  void aUserMessageRestartsTheRunButPendingLoopsRemain() {
    ALIKE.forEach(this::asksInVain);
    story.task("T1").publishesBody(new UserMessage("Go on"));
    asksInVain(ALIKE.get(0));

    assertThat(verdict(story.answerPendingModelRequests()).getEventId()).isEqualTo("e8");
    assertThat(questions()).isEqualTo(1);
  }

  @Test
  void callsThatWaitForTheSentenceModelAreNotSentToAnEvaluator() {
    assertThat(lastOfAlikeUnder("repeated_action: {}").evaluationRequests()).hasSize(1);
    assertThat(lastOfAlikeUnder("repeated_action: {nearBy: meaning}").evaluationRequests())
        .isEmpty();
  }

  /** What the fourth call causes: another failure than before, when an evaluator may be asked. */
  private static Outputs lastOfAlikeUnder(String rule) {
    EngineScenario scenario =
        EngineScenario.underYaml(
                rule,
                "identical_failure: {}",
                "evaluation: {enabled: true, every: 1s, waitFor: 5m}")
            .pauseSentenceModel();
    TaskScript<Outputs> task = scenario.task("T1").byAgent("dev");
    List<String> missing = List.of("ids", "names", "dates", "sums");
    for (int call = 0; call < ALIKE.size() - 1; call++) {
      task.calls("c" + call, "ask", ALIKE.get(call));
      task.returnsError(
          "c" + call, "ask", "no index \"%s\" in orders".formatted(missing.get(call)));
    }
    scenario.advanceTime(Duration.ofMinutes(5));
    task.calls("last", "ask", ALIKE.get(3));
    return task.returnsError("last", "ask", "no index \"sums\" in orders");
  }

  private void asksInVain(String question) {
    String id = "c" + ++calls;
    story.task("T1").byAgent("dev").calls(id, "ask", question);
    story.task("T1").byAgent("dev").returnsError(id, "ask", "no answer");
  }

  private void asking(String question) {
    String id = "c" + ++calls;
    story.task("T1").byAgent("dev").calls(id, "ask", question);
    story.task("T1").byAgent("dev").requestingReply().returnsError(id, "ask", "no answer");
  }

  private long questions() {
    return story.published().stream()
        .filter(it -> it instanceof Signal sent && sent.getBody() instanceof MeaningRequested)
        .count();
  }
}
