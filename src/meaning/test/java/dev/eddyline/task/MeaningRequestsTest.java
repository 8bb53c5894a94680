package dev.eddyline.task;

import static dev.eddyline.task.scenario.Outputs.verdict;
import static dev.eddyline.task.scenario.Outputs.verdicts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Requests whose meaning is known later than they are asked; the model is the real one. */
class MeaningRequestsTest {

  private static final String WRITE = "Write unit tests for the parser";
  private static final String CREATE = "Write thorough unit tests for the parser";
  private static final String PRODUCE = "Write thorough and complete unit tests for the parser";

  private final EngineScenario story = EngineScenario.under("failures").pauseSentenceModel();

  @Test
  void aLoopFoundByMeaningIsAttributedToTheRequestingEvent() {
    // Given
    asks("T1", WRITE);
    assertThat(asks("T1", CREATE).verdicts()).isEmpty();
    task("T1").fails("something else");

    // When
    List<SpecificRecord> caused = story.answerPendingModelRequests();

    // Then
    LoopVerdict verdict = verdict(caused);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
    assertThat(verdict.getEventId()).isEqualTo("e2");
    assertThat(verdict.getOccurredAt()).isEqualTo(EngineScenario.BEGIN.plusSeconds(1));
    assertThat(verdict.getMeasured()).isBetween(0.85, 0.999);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(verdict.getSource().getOffset()).isEqualTo(1);
    assertThat(verdict.getEvidence()).extracting(it -> it.getEventId()).containsExactly("e1", "e2");
    assertThat(verdict.getEvidence().get(1).getWhat()).isEqualTo(CREATE);
  }

  @Test
  void thirdSimilarRepeatOpensTheGate_evenWhenTheModelAnswersLate() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    asks("T1", PRODUCE);
    asks("T1", "Write thorough, complete and readable unit tests for the parser");

    List<SpecificRecord> caused = story.answerPendingModelRequests();

    assertThat(verdicts(caused)).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2, 3);
    assertThat(verdicts(caused))
        .extracting(LoopVerdict::getLoopId)
        .containsOnly(verdicts(caused).get(0).getLoopId());
    assertThat(caused)
        .filteredOn(GateTrigger.class::isInstance)
        .map(gate -> ((GateTrigger) gate).getState())
        .containsExactly(GateState.OPENED);
  }

  @Test
  void duplicateModelAnswerCountsOnce() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    story.answerPendingModelRequests();

    assertThat(story.redeliverLastModelAnswer()).isEmpty();
    story.answerPendingModelRequests();
    assertThat(asks("T1", WRITE).verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void whatEqualsARequestThatStillWaitsCountsAndSoDoesThatRequestOnce() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    assertThat(asks("T1", CREATE).verdict().getLoopCount()).isEqualTo(1);

    LoopVerdict late = verdict(story.answerPendingModelRequests());

    assertThat(late.getEventId()).isEqualTo("e2");
    assertThat(late.getLoopCount()).isEqualTo(2);
    assertThat(asks("T1", WRITE).verdict().getAttempts()).isEqualTo(4);
  }

  @Test
  void aWordingAlreadyMatchedByMeaningIsNotSentToTheModelAgain() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    story.answerPendingModelRequests();

    LoopVerdict again = asks("T1", CREATE).verdict();

    assertThat(again.getLoopCount()).isEqualTo(2);
    assertThat(again.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(questions()).isEqualTo(1);
  }

  @Test
  void anotherMeaningIsNotALoopAndItsTextIsDropped() {
    asks("T1", "Write the acceptance criteria for the import feature");
    asks("T1", "Please add the import feature to the roadmap and the release plan");

    assertThat(story.answerPendingModelRequests()).isEmpty();
    assertThat(story.memory().toString()).doesNotContain("\"text\": \"Write");
  }

  @Test
  void requestsDecidedByWordsAreNeverSentToTheModel() {
    asks("T1", WRITE);
    asks("T1", "Please write unit tests for the parser again");
    asks("T1", "Order more disks");
    asks("T1", "Write unit tests for the Lexer");

    assertThat(questions()).isZero();
    asks("T1", CREATE);
    assertThat(questions()).isEqualTo(1);
  }

  @Test
  void aResetInBetweenDropsItAndAnAskerIsAnswered() {
    asks("T1", WRITE);
    assertThat(asking("T1", CREATE).verdicts()).isEmpty();
    task("T1").decides(Decision.APPROVE);

    LoopVerdict answer = verdict(story.answerPendingModelRequests());

    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getReason()).isEqualTo("Of before the last reset");
    assertThat(asks("T1", CREATE).verdicts()).isEmpty();
  }

  @Test
  void completionInBetweenDropsIt() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    task("T1").completes();

    assertThat(story.answerPendingModelRequests()).isEmpty();
  }

  @Test
  void requestedReplyIsPublished_whenTheModelAnswerArrives() {
    asks("T1", WRITE);
    assertThat(asking("T1", CREATE).verdicts()).isEmpty();
    assertThat(verdict(story.answerPendingModelRequests()).getLoopType())
        .isEqualTo(LoopType.COLLABORATION_LOOP);

    assertThat(asking("T1", "Please review the unit tests for the parser").verdict().getReason())
        .isEqualTo("No loop");
  }

  @Test
  void progressBeforeARepeatedRequestPreventsTheLoop() {
    asks("T1", WRITE);
    task("T1").publishesBody(new ProgressReported(10, 4, 60.0, null, null, null, null));
    task("T1").publishesBody(new ProgressReported(10, 2, 75.0, null, null, null, null));
    asking("T1", CREATE);

    LoopVerdict answer = verdict(story.answerPendingModelRequests());

    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getReason()).isEqualTo("Test metrics show improvement");
    assertThat(asks("T1", CREATE).verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void laterProgressDoesNotForgivePendingLoop_underTheFailuresPreset() {
    asks("T1", WRITE);
    asks("T1", CREATE);
    task("T1").publishesBody(new ProgressReported(10, 4, 60.0, null, null, null, null));
    task("T1").publishesBody(new ProgressReported(10, 2, 75.0, null, null, null, null));

    assertThat(verdict(story.answerPendingModelRequests()).getLoopCount()).isEqualTo(1);
  }

  @Test
  void repeatingAnUnansweredRequestIsNotALoop() {
    asks("T1", "Something else");
    answers("T1");
    asks("T1", WRITE);
    asks("T1", CREATE);
    answers("T1");

    assertThat(story.answerPendingModelRequests()).isEmpty();
    assertThat(asks("T1", WRITE).verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void similarRequestLoopOfSubtaskIsCountedByItsRoot() {
    story.task("root").fails("begins");
    story
        .task("sub")
        .belowRoot("root")
        .byAgent("a")
        .publishesBody(new CollaborationRequested("b", WRITE));
    story
        .task("sub")
        .belowRoot("root")
        .byAgent("a")
        .publishesBody(new CollaborationRequested("b", CREATE));

    LoopVerdict verdict = verdict(story.answerPendingModelRequests());

    assertThat(verdict.getTaskId()).isEqualTo("sub");
    assertThat(verdict.getRootTaskId()).isEqualTo("root");
    assertThat(verdict.getLoopCount()).isEqualTo(1);
  }

  @Test
  void theSameLoopsAreFoundWheneverTheModelAnswers() {
    // Given
    EngineScenario prompt = EngineScenario.under("failures");
    String[] requests = {
      WRITE, "Review the lexer", CREATE, "Order disks", PRODUCE, "Review a lexer"
    };

    // When
    for (String request : requests) {
      asks("T1", request);
      prompt.task("T1").byAgent("dev").publishesBody(new CollaborationRequested("tester", request));
    }
    story.answerPendingModelRequests();

    // Then
    assertThat(loops(story)).isEqualTo(loops(prompt)).hasSize(3);
  }

  private static List<String> loops(EngineScenario played) {
    return played.published().stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .map(verdict -> verdict.getEventId() + " " + verdict.getLoopId())
        .sorted()
        .toList();
  }

  private long questions() {
    return story.published().stream()
        .filter(it -> it instanceof Signal sent && sent.getBody() instanceof MeaningRequested)
        .count();
  }

  private TaskScript<Outputs> task(String taskId) {
    return story.task(taskId).byAgent("dev");
  }

  private Outputs asks(String taskId, String request) {
    return task(taskId).publishesBody(new CollaborationRequested("tester", request));
  }

  private Outputs asking(String taskId, String request) {
    return task(taskId)
        .requestingReply()
        .publishesBody(new CollaborationRequested("tester", request));
  }

  private void answers(String taskId) {
    story
        .task(taskId)
        .byAgent("tester")
        .publishesBody(new CollaborationAnswered("dev", "Here they are"));
  }
}
