package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While an agent waits on purpose, equal calls do not count. */
class WaitTrackerTest {

  private final EngineScenario story = EngineScenario.under("default");
  private int calls;

  @Test
  void equalCallsOfAWaitingAgentAreNotALoop() {
    // Given
    waits(story, null);

    // When
    List<LoopVerdict> verdicts = polls(story, 20);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void afterTheWaitTheyCountFromTheFirst() {
    // Given
    waits(story, null);
    polls(story, 20);
    story.task("T1").publishesBody(new WaitingEnded("build", null, true));

    // When
    List<LoopVerdict> verdicts = polls(story, 5);

    // Then
    assertThat(verdicts).extracting(LoopVerdict::getAttempts).containsExactly(4, 5);
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsOnly(LoopType.REPEATED_ACTION);
  }

  @Test
  void aWaitThatNamesNoEndLastsAnHour() {
    // Given
    waits(story, null);

    // When
    List<LoopVerdict> within = polls(story.advanceTime(Duration.ofMinutes(58)), 20);
    List<LoopVerdict> beyond = polls(story.advanceTime(Duration.ofMinutes(2)), 4);

    // Then
    assertThat(within).isEmpty();
    assertThat(beyond).hasSize(1);
  }

  @Test
  void thePolicySaysHowLongAWaitLastsThatNamesNoEnd() {
    // Given
    EngineScenario hasty =
        EngineScenario.underYaml("repeated_action: {enabled: true}", "longestWait: 5m");
    waits(hasty, null);

    // When
    List<LoopVerdict> beyond = polls(hasty.advanceTime(Duration.ofMinutes(5)), 4);

    // Then
    assertThat(beyond).hasSize(1);
  }

  @Test
  void aWaitThatNamesItsEndLastsUntilThen() {
    // Given
    waits(story, story.now().plus(Duration.ofHours(5)));

    // When
    List<LoopVerdict> within = polls(story.advanceTime(Duration.ofHours(4)), 20);
    List<LoopVerdict> beyond = polls(story.advanceTime(Duration.ofHours(1)), 4);

    // Then
    assertThat(within).isEmpty();
    assertThat(beyond).hasSize(1);
  }

  @Test
  void secondWaitReplacesTheFirst() {
    // Given
    waits(story, story.now().plus(Duration.ofHours(5)));
    waits(story, story.now().plusSeconds(1));

    // When
    List<LoopVerdict> verdicts = polls(story, 5);

    // Then
    assertThat(verdicts).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, 0, Long.MAX_VALUE})
  void noEndThatAWaitMayNameBreaksTheArithmetic(long until) {
    // Given
    waits(story, Instant.ofEpochMilli(until));

    // When
    List<LoopVerdict> verdicts = polls(story, 4);

    // Then
    assertThat(verdicts).hasSize(until == Long.MAX_VALUE ? 0 : 1);
  }

  @Test
  void whereCallsCountWithoutAResultTheyDoNotWhileTheAgentWaits() {
    // Given
    EngineScenario counting =
        EngineScenario.underYaml(
            "repeated_action: {enabled: true, missingOutcome: counts, calls: 4}");
    waits(counting, null);

    // When
    List<LoopVerdict> waiting = polls(counting, 20);
    counting.task("T1").publishesBody(new WaitingEnded("build", null, true));
    List<LoopVerdict> after = polls(counting, 4);

    // Then
    assertThat(waiting).isEmpty();
    assertThat(after).hasSize(1);
  }

  @Test
  void aResetEndsTheWait() {
    // Given
    waits(story, null);
    story.task("T1").completes();

    // When
    List<LoopVerdict> verdicts = polls(story, 4);

    // Then
    assertThat(verdicts).hasSize(1);
  }

  @Test
  void onlyReportedFailuresCountWhileTheAgentWaits() {
    // Given
    waits(story, null);
    for (int i = 0; i < 15; i++) {
      story.task("T1").enters("work");
      story.task("T1").returnsError("lost " + i, "build", "cannot find symbol foo");
    }

    // When
    story.task("T1").fails("TypeError: x is undefined");
    Outputs second = story.task("T1").fails("TypeError: x is undefined");
    Outputs third = story.task("T1").fails("TypeError: x is undefined");

    // Then
    assertThat(second.verdict().getLoopCount()).isEqualTo(1);
    assertThat(third.gates()).hasSize(1);
  }

  @Test
  void reportedFailuresCountWhileTheAgentBacksOffFromExternalFault() {
    // Given
    story.task("T1").fails("connect ECONNREFUSED api.example.org:443");

    // When
    story.task("T1").fails("TypeError: x is undefined");
    Outputs second = story.task("T1").fails("TypeError: x is undefined");
    Outputs fault = story.task("T1").fails("connect ECONNREFUSED api.example.org:443");

    // Then
    assertThat(second.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(fault.verdict().getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
  }

  @Test
  void anotherTaskDoesNotWait() {
    // Given
    story.task("T2").publishesBody(new WaitingStarted("build", null, true));

    // When
    List<LoopVerdict> verdicts = polls(story, 4);

    // Then
    assertThat(verdicts).hasSize(1);
  }

  private static void waits(EngineScenario story, Instant until) {
    story.task("T1").publishesBody(new WaitingStarted("build", until, true));
  }

  /** Equal calls with equal results, and the verdicts about them. */
  private List<LoopVerdict> polls(EngineScenario story, int times) {
    return IntStream.range(0, times)
        .mapToObj(
            time -> {
              String id = "call " + calls++;
              List<LoopVerdict> called = story.task("T1").calls(id, "status", "{}").verdicts();
              List<LoopVerdict> returned =
                  story.task("T1").returns(id, "status", "3 jobs").verdicts();
              return called.isEmpty() ? returned : called;
            })
        .flatMap(List::stream)
        .toList();
  }
}
