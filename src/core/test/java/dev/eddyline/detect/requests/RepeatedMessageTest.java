package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.TextDetectorHarness;
import dev.eddyline.detect.api.Polls;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When an agent says the same again and again. */
class RepeatedMessageTest {

  private static final String SAME = "I will now look at the parser";

  private TextDetectorHarness<RepeatedMessage.Messages, RepeatedMessage.Limits> run = run(0);

  @Test
  void theThirdEqualMessageIsALoop() {
    // Given
    run.says(SAME);
    assertThat(run.says(SAME)).isEmpty();

    // When
    FoundLoop loop = run.says(SAME).orElseThrow();

    // Then
    assertThat(loop.getLoopType()).isEqualTo(LoopType.REPEATED_MESSAGE);
    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(loop.getAttempts()).isEqualTo(3);
    assertThat(loop.getLimit()).isEqualTo(3);
    assertThat(loop.getFirstEventId()).isEqualTo("e1");
    assertThat(loop.getCostBefore().getTokens()).isZero();
    assertThat(TextDetectorHarness.evidence(loop)).containsExactly("e1", "e3");
    assertThat(run.says(SAME).orElseThrow().getAttempts()).isEqualTo(4);
  }

  @Test
  void volatilePartsDoNotMakeItAnother() {
    // Given
    run.says("Still building at 10:00:01");
    run.says("Still building at 10:00:02");

    // When
    FoundLoop loop = run.says("Still building at 10:00:03").orElseThrow();

    // Then
    assertThat(loop.getMatchKind()).isEqualTo(MatchKind.NORMALIZED);
    assertThat(loop.getEvidence().get(0).getWhat()).isEqualTo("Still building at <time>");
    assertThat(loop.getEvidence().get(1).getWhat()).isEqualTo("Still building at 10:00:03");
  }

  static Stream<Object> otherEvents() {
    return Stream.of(
        new ToolCalled("c", "ls", "{}", null, null),
        new ToolReturned("c", "ls", "a.txt", false),
        new StepStarted("plan", false),
        new Transition("plan", "do", "", false),
        new TaskAttempted(TaskStatus.PENDING, null, null, false),
        new FailureReported("Error A", null, null, null, null),
        new ProgressReported(null, null, null, 1, null, null, null),
        new CollaborationRequested("agent-2", "Help"),
        new UserMessage("Go on"));
  }

  @ParameterizedTest
  @MethodSource("otherEvents")
  void otherEventInBetweenRestartsTheRun(Object otherEventBody) {
    run.says(SAME);
    run.says(SAME);
    run.detect(otherEventBody);

    assertThat(run.history().run()).isEmpty();
    assertThat(run.says(SAME)).isEmpty();
    assertThat(run.says(SAME)).isEmpty();
    assertThat(run.says(SAME)).isPresent();
  }

  @Test
  void otherTextOrAgentInBetweenRestartsTheRun() {
    run.says(SAME);
    run.says(SAME);
    run.says("And now the lexer");
    assertThat(run.says(SAME)).isEmpty();

    run.asAgent("agent-2").says(SAME);
    assertThat(run.asAgent("agent-1").says(SAME)).isEmpty();
  }

  @Test
  void waitingAndEmptyMessagesDoNotInterruptEqualMessages() {
    run.says(SAME);
    run.detect(new WaitingStarted("build", null, true));
    run.says("");
    run.detect(new WaitingEnded("build", null, true));
    run.says(SAME);

    assertThat(run.says(SAME)).isPresent();
  }

  @Test
  void messagesOfAWaitingAgentDoNotCount() {
    run.says(SAME);
    run.agentWaiting(true).says(SAME);
    run.says(SAME);

    assertThat(run.agentWaiting(false).says(SAME)).isEmpty();
    assertThat(run.says(SAME)).isPresent();
  }

  @Test
  void shorterMessagesThanThePolicySaysMakeNoLoopAndEndOne() {
    run = run(20);
    run.says("Done.");
    run.says("Done.");
    assertThat(run.says("Done.")).isEmpty();

    run.says(SAME);
    run.says(SAME);
    run.says("Done.");
    assertThat(run.says(SAME)).isEmpty();
  }

  @Test
  void messagesOutsideTheWindowDoNotCount() {
    run.says(SAME);
    run.says(SAME);

    assertThat(run.advanceTime(Duration.ofHours(25)).says(SAME)).isEmpty();
  }

  @Test
  void unchangedHistoryIsTheSameObject() {
    RepeatedMessage.Messages nothing = run.history();
    run.detect(new StepStarted("plan", false));
    assertThat(run.history()).isSameAs(nothing);

    run.says(SAME);
    RepeatedMessage.Messages messageRunBefore = run.history();
    run.says("");
    assertThat(run.history()).isSameAs(messageRunBefore);
  }

  private static TextDetectorHarness<RepeatedMessage.Messages, RepeatedMessage.Limits> run(
      int minLength) {
    return new TextDetectorHarness<>(
        new RepeatedMessage(),
        RepeatedMessage.Messages.NONE,
        new RepeatedMessage.Limits(
            true,
            3,
            minLength,
            RepeatedMessage.ResetBy.EVENT,
            5,
            5,
            6,
            Duration.ofHours(24),
            Polls.NEVER,
            Masking.shipped()));
  }
}
