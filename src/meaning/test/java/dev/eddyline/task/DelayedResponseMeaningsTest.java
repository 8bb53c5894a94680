package dev.eddyline.task;

import static dev.eddyline.task.scenario.Outputs.verdict;
import static dev.eddyline.task.scenario.Outputs.verdicts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Responses whose meaning is known later than they are said; the model is the real one. */
class DelayedResponseMeaningsTest {

  private static final String WRITE = "Write unit tests for the parser";
  private static final String CREATE = "Write thorough and complete unit tests for the parser";
  private static final String PRODUCE = "Write careful and readable unit tests for the parser";
  private static final String BY_MEANING =
      "similar_response: {measure: meaning, threshold: 0.85, newResultForgives: true}";

  private final EngineScenario story = EngineScenario.underYaml(BY_MEANING).pauseSentenceModel();

  @Test
  void loopFoundByMeaningIsAttributedToTheRespondingEvent() {
    // Given
    says(WRITE);
    assertThat(says(CREATE).verdicts()).isEmpty();
    says("Order more disks");

    // When
    LoopVerdict verdict = verdict(story.answerPendingModelRequests());

    // Then
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.SIMILAR_RESPONSE);
    assertThat(verdict.getEventId()).isEqualTo("e2");
    assertThat(verdict.getOccurredAt()).isEqualTo(EngineScenario.BEGIN.plusSeconds(1));
    assertThat(verdict.getMeasured()).isBetween(0.85, 0.999);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getSource().getOffset()).isEqualTo(1);
    assertThat(verdict.getEvidence()).extracting(it -> it.getEventId()).containsExactly("e1", "e2");
    assertThat(verdict.getEvidence().get(1).getWhat()).contains("complete unit tests");
  }

  @Test
  void policyWithoutMeaningSendsNoModelRequest() {
    EngineScenario words =
        EngineScenario.underYaml("similar_response: {threshold: 0.85}").pauseSentenceModel();
    words.task("T1").byAgent("dev").publishesBody(new ResponseProduced("work", WRITE));
    words.task("T1").byAgent("dev").publishesBody(new ResponseProduced("work", CREATE));

    assertThat(words.published()).isEmpty();
    assertThat(words.memory().toString()).doesNotContain("unit tests");
  }

  @Test
  void responsesDecidedByWordsAreNeverSentToTheModel() {
    says(WRITE);
    assertThat(says("Write unit tests for the parser again").verdict().getMeasured()).isLessThan(1);
    says("Order more disks");
    says("Write unit tests for the Lexer");
    says(WRITE + " " + "and report all that was found".repeat(20));

    assertThat(questions()).isZero();
  }

  @Test
  void responsesWaitingForTheModelAreNeverEvictedByLaterResponses() {
    // Given
    says(WRITE);
    says(CREATE);
    says(PRODUCE);
    for (int disks = 10; disks < 40; disks++) {
      says("Order " + disks + " disks of kind " + "k".repeat(disks));
      story.task("T1").byAgent("a" + disks).publishesBody(new ResponseProduced("work", "Done."));
    }

    // When
    List<LoopVerdict> found = verdicts(story.answerPendingModelRequests());

    // Then
    assertThat(found).extracting(LoopVerdict::getEventId).containsExactly("e2", "e3");
    assertThat(found)
        .allSatisfy(it -> assertThat(it.getEvidence().get(0).getEventId()).isEqualTo("e1"));
  }

  @Test
  void exactRepeatOfPendingResponseJoinsTheLoopOfItsSimilarResponse() {
    says(WRITE);
    says(CREATE);
    assertThat(says(CREATE).verdict().getAttempts()).isEqualTo(2);
    assertThat(verdict(story.answerPendingModelRequests()).getAttempts()).isEqualTo(2);

    assertThat(says(CREATE).verdict().getAttempts()).isEqualTo(4);
  }

  @Test
  void duplicateModelAnswerCountsOnce() {
    says(WRITE);
    says(CREATE);
    story.answerPendingModelRequests();

    assertThat(story.redeliverLastModelAnswer()).isEmpty();
    assertThat(says(WRITE).verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void eachResponseTextIsSentToTheModelOnce() {
    says(WRITE);
    says(CREATE);
    story.answerPendingModelRequests();
    says("Write tests for units of the parser's grammar");

    assertThat(publishedModelRequests())
        .extracting(it -> it.getTexts().size())
        .containsExactly(2, 1);
  }

  @Test
  void requestedReplyIsPublishedOnce_whenTheModelAnswerArrives() {
    says(WRITE);
    assertThat(asking(CREATE).verdicts()).isEmpty();
    assertThat(verdict(story.answerPendingModelRequests()).getLoopType())
        .isEqualTo(LoopType.SIMILAR_RESPONSE);

    assertThat(asking("Produce notes on the parser's grammar tests").verdicts()).isEmpty();
    assertThat(verdict(story.answerPendingModelRequests()).getReason()).isEqualTo("No loop");
  }

  @Test
  void aResetInBetweenDropsItAndAnAskerIsAnswered() {
    says(WRITE);
    asking(CREATE);
    story.task("T1").byAgent("dev").decides(Decision.APPROVE);

    assertThat(verdict(story.answerPendingModelRequests()).getReason())
        .isEqualTo("Of before the last reset");
    assertThat(says(CREATE).verdicts()).isEmpty();
  }

  @Test
  void responsesBeforeAUserMessageRemainALoopButAreNotComparedWithLaterResponses() {
    // Given
    says(WRITE);
    says(CREATE);
    story.task("T1").publishesBody(new UserMessage("And again, please?"));
    assertThat(says(WRITE).verdicts()).isEmpty();
    story.task("T1").publishesBody(new UserMessage("Once more"));

    // When
    LoopVerdict late = verdict(story.answerPendingModelRequests());

    // Then
    assertThat(late.getEventId()).isEqualTo("e2");
    assertThat(late.getAttempts()).isEqualTo(2);
    assertThat(says(CREATE).verdicts()).isEmpty();
  }

  @Test
  void aNewToolResultBetweenSimilarResponsesPreventsTheModelRequest() {
    says(WRITE);
    story.task("T1").byAgent("dev").calls("c1", "ls", "{}");
    story.task("T1").byAgent("dev").returns("c1", "ls", "a.txt");
    says(CREATE);

    assertThat(questions()).isZero();
  }

  @Test
  void laterProgressForgivesPendingLoop_whenPolicyEnablesProgressForgives() {
    EngineScenario mild =
        EngineScenario.underYaml(BY_MEANING, "gate: {progressForgives: true}").pauseSentenceModel();
    TaskScript<Outputs> task = mild.task("T1").byAgent("dev");
    task.publishesBody(new ResponseProduced("work", WRITE));
    mild.task("T1")
        .byAgent("dev")
        .requestingReply()
        .publishesBody(new ResponseProduced("work", CREATE));
    mild.task("T1").publishesBody(new ProgressReported(10, 4, 60.0, null, null, null, null));
    mild.task("T1").publishesBody(new ProgressReported(10, 2, 75.0, null, null, null, null));

    assertThat(verdict(mild.answerPendingModelRequests()).getReason())
        .isEqualTo("Test metrics show improvement");
  }

  @Test
  void whatIsBeyondTheBoundIsComparedByWordsAtOnce() {
    // Given
    List<String> requestedEventIds = new ArrayList<>();
    List<LoopVerdict> atOnce = new ArrayList<>();
    for (int pair = 0; pair < 20; pair++) {
      String kind = (char) ('b' + pair) + "acker";
      for (String more : List.of("", " and readable")) {
        atOnce.addAll(asking("Write " + kind + more + " tests for the parser").verdicts());
        requestedEventIds.add("e" + (requestedEventIds.size() + 1));
      }
    }
    assertThat(questions()).isEqualTo(16);
    assertThat(atOnce).hasSize(requestedEventIds.size() - 16);

    // When
    List<LoopVerdict> later = verdicts(story.answerPendingModelRequests());

    // Then
    assertThat(later).hasSize(16);
    List<LoopVerdict> all = new ArrayList<>(later);
    all.addAll(atOnce);
    assertThat(all)
        .extracting(LoopVerdict::getEventId)
        .containsExactlyInAnyOrderElementsOf(requestedEventIds);
  }

  @Test
  void textsWithAKnownMeaningAreStoredAsVectorsOnly() {
    says(WRITE);
    says(CREATE);
    assertThat(story.memory().toString()).contains("\"text\": \"");
    story.answerPendingModelRequests();

    assertThat(story.memory().toString()).doesNotContain("\"text\": \"");
  }

  @Test
  void similarResponseLoopOfSubtaskIsCountedByItsRoot() {
    story.task("root").fails("begins");
    story
        .task("sub")
        .belowRoot("root")
        .byAgent("a")
        .publishesBody(new ResponseProduced("work", WRITE));
    story
        .task("sub")
        .belowRoot("root")
        .byAgent("a")
        .publishesBody(new ResponseProduced("work", CREATE));

    LoopVerdict verdict = verdict(story.answerPendingModelRequests());

    assertThat(verdict.getTaskId()).isEqualTo("sub");
    assertThat(verdict.getRootTaskId()).isEqualTo("root");
    assertThat(verdict.getLoopCount()).isEqualTo(1);
  }

  @Test
  void theSameLoopsAreFoundWheneverTheModelAnswers() {
    // Given
    EngineScenario prompt = EngineScenario.underYaml(BY_MEANING);
    List<String> responseTexts =
        List.of(WRITE, CREATE, "Order disks", PRODUCE, WRITE, "Review it", "Sleep", CREATE);

    // When
    for (String text : responseTexts) {
      says(text);
      prompt.task("T1").byAgent("dev").publishesBody(new ResponseProduced("work", text));
    }
    story.answerPendingModelRequests();

    // Then
    assertThat(loops(story)).isEqualTo(loops(prompt)).hasSizeGreaterThan(3);
  }

  private static List<String> loops(EngineScenario played) {
    return verdicts(played.published()).stream()
        .map(verdict -> verdict.getEventId() + " " + verdict.getLoopId())
        .sorted()
        .toList();
  }

  private List<MeaningRequested> publishedModelRequests() {
    return story.published().stream()
        .filter(it -> it instanceof Signal sent && sent.getBody() instanceof MeaningRequested)
        .map(it -> (MeaningRequested) ((Signal) it).getBody())
        .toList();
  }

  private long questions() {
    return publishedModelRequests().size();
  }

  private Outputs says(String text) {
    return story.task("T1").byAgent("dev").publishesBody(new ResponseProduced("work", text));
  }

  private Outputs asking(String text) {
    return story
        .task("T1")
        .byAgent("dev")
        .requestingReply()
        .publishesBody(new ResponseProduced("work", text));
  }
}
