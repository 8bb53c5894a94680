package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyEvents.success;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TopologyRig;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies to an agent carry what a person decided, until it went on. */
class ReportedDecisionsTest {

  private static final String APPROVED = "A person approved: go on. Guidance: look at the imports";

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    rig.close();
  }

  /** Opens the gate of T1 with a subtask T1.1, and decides. */
  private void decide(Decision decided) {
    decide(decided, 4);
  }

  private void decide(Decision decided, int second) {
    rig.pipe(failureBelow("T1", "T1.1", "s-1", seconds(0)));
    for (int number = 1; number <= 3; number++) {
      rig.pipe(failure("T1", "e-" + number, seconds(number)));
    }
    assertThat(rig.gates()).hasSize(1);
    rig.pipe(decision("T1", "d-1", seconds(second), decided, null));
    rig.verdicts();
  }

  private LoopVerdict reply(AgentEvent event) {
    rig.pipe(event);
    return rig.verdicts().stream().reduce((first, second) -> second).orElseThrow();
  }

  private static AgentEvent proposal(String task, String id, int second) {
    return asking(event(task, id, seconds(second), new StepStarted("build " + id, true)));
  }

  private static AgentEvent call(String id, int second) {
    ToolCalled body = ToolCalled.newBuilder().setCallId(id).setTool("Bash").build();
    return event("T1", id, seconds(second), body);
  }

  @Test
  void theFirstReplyCarriesTheDecision_andTheNextEventOfWorkEndsIt() {
    // Given
    decide(Decision.APPROVE);

    // When
    LoopVerdict first = reply(question("T1", "q-1", seconds(5)));
    LoopVerdict second = reply(question("T1", "q-2", seconds(6)));

    // Then
    assertThat(first)
        .extracting(LoopVerdict::getAction, LoopVerdict::getDecision, LoopVerdict::getGuidance)
        .containsExactly(Action.CONTINUE, Decision.APPROVE, "look at the imports");
    assertThat(first.getText()).isEqualTo(APPROVED);
    assertThat(second)
        .extracting(LoopVerdict::getDecision, LoopVerdict::getGuidance, LoopVerdict::getText)
        .containsExactly(null, null, "");
  }

  @Test
  void aQuestionBeforehandIsAnsweredWithIt_untilTheWorkStarts() {
    // Given
    decide(Decision.APPROVE);

    // When
    LoopVerdict asked = reply(proposal("T1", "p-1", 5));
    LoopVerdict askedAgain = reply(proposal("T1", "p-2", 6));
    rig.pipe(step("T1", "work", seconds(7)));
    LoopVerdict afterwards = reply(proposal("T1", "p-3", 8));

    // Then
    assertThat(asked.getText()).isEqualTo(APPROVED);
    assertThat(askedAgain.getText()).isEqualTo(APPROVED);
    assertThat(afterwards.getText()).isEmpty();
  }

  @Test
  void messagesAndUnansweredResultsEndNothing() {
    // Given
    decide(Decision.APPROVE);

    // When
    rig.pipe(event("T1", "u-1", seconds(5), new UserMessage("go on")));
    rig.pipe(failure("T1", "late", seconds(6)));

    // Then
    assertThat(reply(proposal("T1", "p-1", 7)).getText()).isEqualTo(APPROVED);
    rig.pipe(call("c-1", 8));
    assertThat(reply(proposal("T1", "p-2", 9)).getDecision()).isNull();
  }

  @Test
  void aSubtaskHearsItForItself_oneThatStartsLaterDoesNot() {
    // Given
    decide(Decision.APPROVE);
    AgentEvent below =
        AgentEvent.newBuilder(question("T1.1", "b-1", seconds(6))).setRootTaskId("T1").build();
    AgentEvent later =
        AgentEvent.newBuilder(question("T1.2", "l-1", seconds(7))).setRootTaskId("T1").build();

    // When
    LoopVerdict root = reply(question("T1", "q-1", seconds(5)));
    LoopVerdict subtask = reply(below);
    LoopVerdict newSubtask = reply(later);

    // Then
    assertThat(root.getText()).isEqualTo(APPROVED);
    assertThat(subtask.getText()).isEqualTo(APPROVED);
    assertThat(newSubtask.getDecision()).isNull();
  }

  @Test
  void aSubtaskWhoseStateExpiredAtTheGateHearsIt_oneThatStartsLaterDoesNot() {
    // Given
    int monday = 64 * 3_600;
    decide(Decision.APPROVE, monday);
    AgentEvent started =
        event("T1.2", "s-2", seconds(monday + 2), new TaskStarted("x", null, null));
    started.setRootTaskId("T1");

    // When
    LoopVerdict proposed = reply(below(proposal("T1.1", "p-1", monday + 1)));
    LoopVerdict starting = reply(asking(started));
    LoopVerdict first = reply(below(question("T1", "q-1", seconds(monday + 3))));
    LoopVerdict second = reply(below(question("T1", "q-2", seconds(monday + 4))));
    AgentEvent asked = question("T1.2", "q-3", seconds(monday + 5));
    asked.setRootTaskId("T1");

    // Then
    assertThat(List.of(proposed, first)).extracting(LoopVerdict::getText).containsOnly(APPROVED);
    assertThat(List.of(starting, second, reply(asked)))
        .extracting(LoopVerdict::getDecision)
        .containsOnlyNulls();
  }

  @Test
  void aTaskThatBeginsLongAfterTheDecisionDidNotWait() {
    // Given
    int monday = 64 * 3_600;
    decide(Decision.APPROVE, monday);
    int tuesday = monday + 24 * 3_600;

    // When
    LoopVerdict inTime = reply(below(question("T1", "q-1", seconds(tuesday))));
    AgentEvent later = question("T1.3", "q-2", seconds(tuesday + 1));
    later.setRootTaskId("T1");

    // Then
    assertThat(inTime.getText()).isEqualTo(APPROVED);
    assertThat(reply(later).getDecision()).isNull();
  }

  @Test
  void eachReplyCarriesARejectionWithItsGuidance() {
    // Given
    decide(Decision.REJECT);

    // When / Then
    for (int second = 5; second < 8; second++) {
      assertThat(reply(question("T1", "q-" + second, seconds(second))))
          .extracting(LoopVerdict::getAction, LoopVerdict::getDecision, LoopVerdict::getText)
          .containsExactly(
              Action.ABORT,
              Decision.REJECT,
              "A person rejected this task: stop working on it. Guidance: look at the imports");
    }
  }

  @Test
  void eachDecisionHasItsOwnWords() {
    decide(Decision.FALSE_POSITIVE);
    assertThat(reply(proposal("T1", "p-1", 5)).getText())
        .startsWith("A person decided that this was no loop: go on. Guidance: ");
    rig.pipe(decision("T1", "d-2", seconds(6), Decision.APPROVE_OTHER_AGENT, null));
    rig.verdicts();
    assertThat(reply(proposal("T1", "p-2", 7)).getText())
        .startsWith("A person approved that another agent goes on. Guidance: ");
  }

  @Test
  void aNewGateOrACompletedTaskEndsAnOldDecision() {
    // Given
    decide(Decision.APPROVE);

    // When
    for (int number = 5; number <= 7; number++) {
      rig.pipe(failure("T1", "again-" + number, seconds(number)));
    }
    LoopVerdict atGate = reply(proposal("T1", "p-1", 8));
    rig.pipe(success("T1", "done", seconds(9)));
    LoopVerdict afterwards = reply(proposal("T1", "p-2", 10));

    // Then
    assertThat(List.of(atGate, afterwards))
        .extracting(LoopVerdict::getAction, LoopVerdict::getDecision)
        .containsExactly(tuple(Action.ABORT, null), tuple(Action.CONTINUE, null));
  }

  @Test
  void theVerdictThatOpensAGateReportsNoOlderDecision() {
    // Given
    decide(Decision.APPROVE);
    rig.pipe(failure("T1", "again-1", seconds(5)), failure("T1", "again-2", seconds(6)));
    rig.verdicts();

    // When
    LoopVerdict opening = reply(failure("T1", "again-3", seconds(7)));

    // Then
    assertThat(opening.getGateId()).isNotNull();
    assertThat(opening.getDecision()).isNull();
    assertThat(opening.getText()).doesNotContain("approved");
  }

  @Test
  void aVerdictThatNobodyAskedForDoesNotCountAsReported() {
    // Given
    decide(Decision.APPROVE);

    // When
    rig.pipe(failure("T1", "again-1", seconds(5)), failure("T1", "again-2", seconds(6)));
    LoopVerdict unasked = rig.verdicts().get(0);

    // Then
    assertThat(unasked.getDecision()).isEqualTo(Decision.APPROVE);
    assertThat(reply(question("T1", "q-1", seconds(7))).getText()).isEqualTo(APPROVED);
  }

  @Test
  void delegationsAreWork() {
    // Given
    decide(Decision.APPROVE);
    CollaborationRequested first = new CollaborationRequested("b", "write the parser");
    CollaborationRequested second = new CollaborationRequested("c", "draw the logo");

    // When / Then
    assertThat(reply(asking("c-1", 5, first)).getText()).isEqualTo(APPROVED);
    assertThat(reply(asking("c-2", 6, second)).getDecision()).isNull();
  }

  private static AgentEvent asking(String id, int second, Object body) {
    return asking(event("T1", id, seconds(second), body));
  }

  private static AgentEvent asking(AgentEvent event) {
    event.setReplyRequested(true);
    return event;
  }

  /** The same event of the subtask. */
  private static AgentEvent below(AgentEvent event) {
    event.setTaskId("T1.1");
    event.setRootTaskId("T1");
    return event;
  }

  @Test
  void workFromBeforeTheDecisionThatArrivesLaterEndsNothing() {
    // Given
    decide(Decision.APPROVE);

    // When
    rig.pipe(call("early", 4));

    // Then
    assertThat(reply(proposal("T1", "p-1", 5)).getText()).isEqualTo(APPROVED);
  }

  @Test
  void guidanceIsRedactedAndCut() {
    // Given
    decide(Decision.APPROVE);
    AgentEvent wordy = decision("T1", "d-2", seconds(5), Decision.APPROVE, null);
    ((HumanIntervened) wordy.getBody())
        .setGuidance("password=hunter2-hunter2 " + "x".repeat(10_000));

    // When
    rig.pipe(wordy);
    rig.verdicts();
    LoopVerdict last = reply(proposal("T1", "p-1", 6));

    // Then
    assertThat(last.getGuidance()).hasSizeLessThanOrEqualTo(4_000).doesNotContain("hunter2");
    assertThat(last.getText()).doesNotContain("hunter2");
  }

  @Test
  void theReplyOfTheRootsPartitionCarriesTheDecision_untilTheAgentOfTheSubtaskWentOn() {
    // Given
    decide(Decision.APPROVE);
    rig.signals();

    // When
    LoopVerdict first = reply(asking(failureBelow("T1", "T1.1", "b-1", seconds(5))));
    LoopVerdict second = reply(asking(failureBelow("T1", "T1.1", "b-2", seconds(6))));

    // Then
    assertThat(rig.signals())
        .map(Signal::getBody)
        .filteredOn(SubtaskLoop.class::isInstance)
        .map(it -> ((SubtaskLoop) it).getDecisionEventId())
        .containsExactly("d-1", null);
    assertThat(first)
        .extracting(LoopVerdict::getDecision, LoopVerdict::getGuidance, LoopVerdict::getText)
        .containsExactly(Decision.APPROVE, "look at the imports", APPROVED);
    assertThat(second.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(second.getDecision()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "-1, true", "-1, false"})
  void theReplyAfterTheModelsAnswerCarriesTheDecision_untilTheAgentWentOn(
      byte direction, boolean isRoot) {
    // Given
    decide(Decision.APPROVE);
    UnaryOperator<AgentEvent> ofTask = event -> isRoot ? event : below(event);
    CollaborationRequested write = new CollaborationRequested("tester", "Write unit tests");
    CollaborationRequested create = new CollaborationRequested("tester", "Create checks for it");
    rig.pipe(ofTask.apply(event("T1", "early", seconds(4), write)));
    rig.pipe(ofTask.apply(asking("asked", 5, create)));
    assertThat(rig.verdicts()).isEmpty();

    // When
    answerModelRequest(direction);
    LoopVerdict reply = rig.verdicts().get(0);
    LoopVerdict next = reply(ofTask.apply(question("T1", "q-1", seconds(6))));

    // Then
    assertThat(reply.getLoopType())
        .isEqualTo(direction > 0 ? LoopType.COLLABORATION_LOOP : LoopType.OK);
    assertThat(reply)
        .extracting(LoopVerdict::getEventId, LoopVerdict::getDecision, LoopVerdict::getGuidance)
        .containsExactly("asked", Decision.APPROVE, "look at the imports");
    assertThat(reply.getText()).startsWith(APPROVED);
    assertThat(next.getDecision()).isNull();
  }

  /** Answers with the vectors of two texts, the second in this direction of the first. */
  private void answerModelRequest(byte direction) {
    MeaningRequested asked =
        rig.signals().stream()
            .map(Signal::getBody)
            .filter(MeaningRequested.class::isInstance)
            .map(MeaningRequested.class::cast)
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(asked.getTexts()).hasSize(2);
    List<RequestVector> vectors =
        List.of(
            vector(asked.getTexts().get(0), (byte) 1), vector(asked.getTexts().get(1), direction));
    MeaningFound found =
        new MeaningFound(
            asked.getEventId(), asked.getTaskId(), asked.getSource(), asked.getAsked(), vectors);
    rig.pipe(
        TOPICS.name(TopicRole.EDDYLINE_SIGNALS),
        bytes(asked.getTaskId()),
        rig.signalBytes(new Signal(found)),
        new RecordHeaders(),
        seconds(5));
  }

  private static RequestVector vector(RequestText text, byte direction) {
    return new RequestVector(text.getExact(), ByteBuffer.wrap(new byte[] {direction}));
  }

  @Test
  void anExpiredReplyDoesNotCountAsReported() {
    // Given
    decide(Decision.APPROVE);
    rig.driver().advanceWallClockTime(Duration.ofMinutes(1));

    // When
    LoopVerdict expired = reply(question("T1", "q-1", seconds(5)));
    LoopVerdict inTime = reply(question("T1", "q-2", seconds(60)));
    LoopVerdict afterwards = reply(question("T1", "q-3", seconds(61)));

    // Then
    assertThat(List.of(expired, inTime, afterwards))
        .extracting(LoopVerdict::getExpired, LoopVerdict::getDecision)
        .containsExactly(
            tuple(true, Decision.APPROVE), tuple(false, Decision.APPROVE), tuple(false, null));
  }

  @Test
  void theGuidanceOfASecondRejectionReachesTheSubtasks() {
    // Given
    decide(Decision.REJECT);
    AgentEvent again = decision("T1", "d-2", seconds(5), Decision.REJECT, null);
    ((HumanIntervened) again.getBody()).setGuidance("it moved to the next release");

    // When
    rig.pipe(again);

    // Then
    assertThat(reply(below(question("T1", "q-1", seconds(6)))))
        .extracting(LoopVerdict::getAction, LoopVerdict::getGuidance)
        .containsExactly(Action.ABORT, "it moved to the next release");
  }

  @Test
  void aSuccessAfterARejectionKeepsItsGuidance() {
    // Given
    decide(Decision.REJECT);

    // When
    rig.pipe(success("T1", "done", seconds(5)));

    // Then
    assertThat(
            List.of(
                reply(question("T1", "q-1", seconds(6))),
                reply(below(question("T1", "q-2", seconds(6)))),
                reply(asking(failureBelow("T1", "T1.1", "q-3", seconds(6))))))
        .extracting(LoopVerdict::getAction, LoopVerdict::getDecision, LoopVerdict::getGuidance)
        .containsOnly(tuple(Action.ABORT, Decision.REJECT, "look at the imports"));
  }
}
