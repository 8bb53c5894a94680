package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** While a gate is open, verdicts on loops are throttled. */
class VerdictThrottleTest {

  private static final String DOWN = "connect ECONNREFUSED 93.184.216.34:5432";

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> task = story.task("T1");

  /** The loops, counted from the gate's opening, at which something was published. */
  private static List<Integer> failAndCollectPublishedLoopNumbers(
      TaskScript<Outputs> task, String message, int times) {
    List<Integer> publishedLoopNumbers = new ArrayList<>();
    for (int time = 1; time <= times; time++) {
      if (!task.fails(message).recordsWithoutSignals().isEmpty()) {
        publishedLoopNumbers.add(time);
      }
    }
    return publishedLoopNumbers;
  }

  private static Outputs fails(TaskScript<Outputs> task, String message, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = task.fails(message);
    }
    return last;
  }

  @Test
  void theSameLoopIsPublishedTheFirstSecondFourthAndEighthTime() {
    // Given
    assertThat(fails(task, "Error A", 3).gate().getState()).isEqualTo(GateState.OPENED);

    // When
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(task, "Error A", 70);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 4, 8, 16, 32, 64);
  }

  @Test
  void verdictAndGateArePublishedTogether_withUnpublishedCounts() {
    // Given
    fails(task, "Error A", 3);

    // When
    Outputs third = fails(task, "Error A", 3);
    Outputs fourth = task.fails("Error A");

    // Then
    assertThat(third.records()).isEmpty();
    assertThat(fourth.verdict().getLoopCount()).isEqualTo(6);
    assertThat(fourth.verdict().getAttempts()).isEqualTo(7);
    assertThat(fourth.verdict().getLeaderContext().getHistory()).hasSize(5);
    assertThat(fourth.gate().getState()).isEqualTo(GateState.UPDATED);
    assertThat(fourth.gate().getLoopCount()).isEqualTo(6);
    assertThat(fourth.gate().getAttempts()).isEqualTo(7);
  }

  @Test
  void theClosedGateIncludesUnpublishedCounts() {
    // Given
    fails(task, "Error A", 6);

    // When
    Outputs closed = task.decides(Decision.APPROVE);

    // Then
    assertThat(closed.gate().getLoopCount()).isEqualTo(5);
    assertThat(closed.gate().getAttempts()).isEqualTo(6);
    assertThat(closed.reset().getPreviousCount()).isEqualTo(5);
  }

  @Test
  void eachLoopIsCountedApart() {
    // Given
    fails(task, "Error A", 3);
    failAndCollectPublishedLoopNumbers(task, "Error A", 5);
    task.fails("Error B");

    // When
    List<Integer> other = failAndCollectPublishedLoopNumbers(task, "Error B", 4);

    // Then
    assertThat(other).containsExactly(1, 2, 4);
    assertThat(failAndCollectPublishedLoopNumbers(task, "Error A", 3)).containsExactly(3);
  }

  @Test
  void aRequestedReplyIsNeverThrottled_andPublishesNoGateUpdate() {
    // Given
    fails(task, "Error A", 3);
    failAndCollectPublishedLoopNumbers(task, "Error A", 2);

    // When
    Outputs third = task.requestingReply().fails("Error A");

    // Then
    assertThat(third.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(third.verdict().getLoopCount()).isEqualTo(5);
    assertThat(third.gates()).isEmpty();
    assertThat(failAndCollectPublishedLoopNumbers(task, "Error A", 5)).containsExactly(1, 5);
  }

  @Test
  void requestedReplyOfSubtaskIsNeverThrottled() {
    // Given
    TaskScript<Outputs> subtask = story.task("T1.1").belowRoot("T1");
    fails(task, "Error A", 3);
    subtask.fails("Error B");
    assertThat(failAndCollectPublishedLoopNumbers(subtask, "Error B", 3)).containsExactly(1, 2);
    fails(subtask, "Error B", 1);

    // When
    LoopVerdict fifth = subtask.requestingReply().fails("Error B").verdict();

    // Then
    assertThat(fifth.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(fifth.getTaskId()).isEqualTo("T1.1");
    assertThat(fifth.getLoopCount()).isEqualTo(7);
  }

  @Test
  void changedActionIsPublishedAtAnyLoopCount() {
    // Given: attempts without progress, of which the sixth leaves the task
    EngineScenario autopilot =
        EngineScenario.underYaml("task_attempts: {}", "actions: {forceNextAfter: 6}");
    TaskScript<Outputs> stuck = autopilot.task("T1");
    List<String> none = List.of();

    // When
    List<String> publishedLoopNumbers = new ArrayList<>();
    for (int attempt = 1; attempt <= 6; attempt++) {
      for (LoopVerdict verdict : stuck.attempts(TaskStatus.PENDING, none, none).verdicts()) {
        publishedLoopNumbers.add(attempt + " " + verdict.getAction());
      }
    }

    // Then: the third opened the gate, the sixth is the third time since
    assertThat(publishedLoopNumbers)
        .containsExactly("3 ESCALATE", "4 ESCALATE", "5 ESCALATE", "6 FORCE_NEXT");
  }

  @Test
  void withoutAnOpenGateEveryLoopIsPublished() {
    // Given
    EngineScenario scenario =
        EngineScenario.underYaml("identical_failure: {}", "gate: {loops: 100, attempts: null}");
    scenario.task("T1").fails("Error A");

    // When
    List<Integer> publishedLoopNumbers =
        failAndCollectPublishedLoopNumbers(scenario.task("T1"), "Error A", 6);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void aNewGateRestartsTheThrottleCount() {
    // Given
    fails(task, "Error A", 9);
    task.decides(Decision.APPROVE);
    fails(task, "Error A", 3);

    // When
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(task, "Error A", 4);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 4);
  }

  @Test
  void anExpiredTaskStaysBlockedWhileItsGateIsOpen() {
    // Given
    fails(task, "Error A", 3);
    failAndCollectPublishedLoopNumbers(task, "Error A", 2);
    story.advanceTime(Duration.ofDays(30));
    task.fails("Error A");

    // When
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(task, "Error A", 2);

    // Then: the third and the fourth time
    assertThat(publishedLoopNumbers).containsExactly(2);
  }

  @Test
  void externalFaultsAreAlwaysPublished_exceptWhileAGateIsOpen() {
    // Given
    assertThat(IntStream.range(0, 4).mapToObj(i -> task.fails(DOWN).verdicts()))
        .allMatch(verdicts -> verdicts.size() == 1);
    assertThat(task.fails(DOWN).gate().getState()).isEqualTo(GateState.OPENED);

    // When
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(task, DOWN, 8);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 4, 8);
  }

  @Test
  void aFaultThatLeavesTheGateAsItIsIsCountedAtItToo() {
    // Given
    fails(task, "Error A", 3);

    // When: the fifth in a row asks a person, which is another action
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(task, DOWN, 8);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 4, 5, 8);
  }

  @Test
  void anotherLoopOfTheSameEventThatWasNeverPublishedIsPublished() {
    // Given: a call that fails alike is an identical failure, and from the third on a repeated
    // action
    EngineScenario strict =
        EngineScenario.underYaml(
            "identical_failure: {}",
            "repeated_action: {failingCalls: 7}",
            "gate: {toolErrors: true}");
    List<Integer> publishedLoopNumbers = new ArrayList<>();

    // When
    for (int call = 1; call <= 9; call++) {
      strict.task("T1").calls("c" + call, "ls", "{}");
      if (!strict.task("T1").returnsError("c" + call, "ls", "denied").records().isEmpty()) {
        publishedLoopNumbers.add(call);
      }
    }

    // Then: the failure is published at 4, 5 and 7, the action at 7 and 8
    assertThat(publishedLoopNumbers).containsExactly(2, 3, 4, 5, 7, 8);
  }

  @Test
  void aShadowPolicyPublishesEveryVerdict() {
    // Given
    String rules = "\nidentical_failure: {enabled: true}";
    EngineScenario both =
        EngineScenario.under(
            new Policies(
                Map.of("tried", PolicyReader.read("t", "name: tried\nmode: shadow" + rules)),
                PolicyReader.read("l", "name: live" + rules)));
    fails(both.task("T1"), "Error A", 3);
    TaskScript<Outputs> watched = both.task("T1").inWorkflow("tried");
    watched.fails("Error B");

    // When
    List<Integer> publishedLoopNumbers = failAndCollectPublishedLoopNumbers(watched, "Error B", 4);

    // Then
    assertThat(publishedLoopNumbers).containsExactly(1, 2, 3, 4);
  }

  @Test
  void theLeastRecentLoopIsEvictedWhenThereAreTooMany() {
    // Given
    ActionTaken answer = new ActionTaken(LoopType.IDENTICAL_FAILURE, Action.ESCALATE, Target.USER);
    VerdictThrottle throttle = new VerdictThrottle(List.of(), false);
    for (int time = 0; time < 3; time++) {
      throttle = new VerdictThrottle(throttle.loops(), false).withLoopOccurrence("first", answer);
    }
    assertThat(throttle.shouldPublish()).isFalse();

    // When
    for (int other = 0; other < VerdictThrottle.MAX_COUNTED_LOOPS; other++) {
      throttle = throttle.withLoopOccurrence("other " + other, answer);
    }
    VerdictThrottle again =
        new VerdictThrottle(throttle.loops(), false).withLoopOccurrence("first", answer);

    // Then
    assertThat(throttle.loops()).hasSize(VerdictThrottle.MAX_COUNTED_LOOPS);
    assertThat(again.shouldPublish()).isTrue();
  }
}
