package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.GateLimits;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops leave the counter with time and with progress, where the policy lets them. */
class LoopExpiryTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> root = story.task("R");

  private static ProgressReported files(int created) {
    return ProgressReported.newBuilder().setFilesCreated(created).build();
  }

  private int loops(Outputs outputs) {
    return outputs.verdict().getLoopCount();
  }

  private int loopCountInRequestedReply() {
    return loops(root.requestingReply().enters("x"));
  }

  private int hiccups;

  /** Two failures, the second twice: one loop. */
  private void hiccup(TaskScript<Outputs> task) {
    char name = (char) ('a' + hiccups++ % 26);
    task.fails("First error of " + name);
    task.fails("Error of " + name);
    task.fails("Error of " + name);
  }

  @Test
  void aLoopOlderThanTheWindowIsRemovedFromTheCounter() {
    hiccup(root);
    story.advanceTime(Duration.ofHours(20));
    assertThat(loopCountInRequestedReply()).isEqualTo(1);
    story.advanceTime(Duration.ofHours(5));

    assertThat(loopCountInRequestedReply()).isZero();
  }

  @Test
  void threeLoopsWithinTheWindowOpenAGate_threeWithMoreTimeBetweenDoNot() {
    for (int day = 0; day < 3; day++) {
      root.fails("Error " + day);
      assertThat(root.fails("Error " + day).gates()).isEmpty();
      story.advanceTime(Duration.ofHours(13));
      root.enters("x");
    }
    root.fails("Error 3");
    assertThat(loops(root.fails("Error 3"))).isEqualTo(2);
    root.fails("Error 4");

    assertThat(root.fails("Error 4").gate().getLoopCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"failures", "autopilot", "phases", "judge-worker", "graph"})
  void underADocumentsPresetNoLoopLeaves(String preset) {
    GateLimits gate = Policies.preset(preset).gate();

    assertThat(gate.window()).isEmpty();
    assertThat(gate.progressForgives()).isFalse();
    assertThat(gate.debugger()).isFalse();
  }

  @Test
  void withoutAWindowALoopOfDaysAgoStillCounts() {
    EngineScenario lasting = EngineScenario.under("failures");
    TaskScript<Outputs> task = lasting.task("T");
    task.fails("Error A");
    task.fails("Error A");
    task.publishesBody(files(1));
    for (int day = 0; day < 4; day++) {
      lasting.advanceTime(Duration.ofHours(20));
      task.enters("x");
    }
    task.fails("Error B");

    assertThat(loops(task.fails("Error B"))).isEqualTo(2);
  }

  @Test
  void progressOfTheRootEmptiesTheCounter_withoutAReset() {
    hiccup(root);
    hiccup(story.task("R.1").belowRoot("R"));
    assertThat(loopCountInRequestedReply()).isEqualTo(2);

    Outputs progress = root.publishesBody(files(1));

    assertThat(progress.records()).isEmpty();
    assertThat(loopCountInRequestedReply()).isZero();
  }

  @Test
  void reportWithoutImprovementKeepsCounter() {
    root.publishesBody(files(3));
    hiccup(root);
    root.publishesBody(files(3));

    assertThat(loopCountInRequestedReply()).isEqualTo(1);
  }

  @Test
  void anOpenGateStaysOpen() {
    root.fails("Error A");
    root.fails("Error A");
    assertThat(root.fails("Error A").gate().getState()).isEqualTo(GateState.OPENED);
    root.publishesBody(files(1));

    root.fails("Error B");
    Outputs again = root.fails("Error B");

    assertThat(loops(again)).isEqualTo(1);
    assertThat(again.gate().getState()).isEqualTo(GateState.UPDATED);
    assertThat(again.gate().getLoopCount()).isEqualTo(2);
  }

  @Test
  void subtaskProgressRemovesOnlyItsOwnLoopsFromCounter() {
    TaskScript<Outputs> first = story.task("R.1").belowRoot("R");
    hiccup(first);
    hiccup(story.task("R.2").belowRoot("R"));

    Outputs progress = first.publishesBody(files(1));

    assertThat(progress.signals()).hasSize(1);
    assertThat(progress.signals().get(0).getBody()).isInstanceOf(SubtaskProgress.class);
    assertThat(progress.resets()).isEmpty();
    assertThat(loopCountInRequestedReply()).isEqualTo(1);
  }

  @Test
  void successfulSubtaskCompletionRemovesItsLoopsFromCounter_failureDoesNot() {
    TaskScript<Outputs> first = story.task("R.1").belowRoot("R");
    TaskScript<Outputs> second = story.task("R.2").belowRoot("R");
    hiccup(first);
    hiccup(second);

    first.ends("failure");
    second.completes();

    assertThat(loopCountInRequestedReply()).isEqualTo(1);
  }

  @Test
  void subtaskWithoutFailuresSignalsNoProgress() {
    TaskScript<Outputs> first = story.task("R.1").belowRoot("R");
    first.starts("Build it");

    assertThat(first.publishesBody(files(1)).signals()).isEmpty();
    assertThat(first.completes().signalled(SubtaskProgress.class)).isEmpty();
  }

  @Test
  void aSubtaskSignalsItsProgressOnce() {
    TaskScript<Outputs> first = story.task("R.1").belowRoot("R");
    hiccup(first);

    assertThat(first.publishesBody(files(1)).signals()).hasSize(1);
    assertThat(first.publishesBody(files(2)).signals()).isEmpty();
    assertThat(first.completes().signals()).isEmpty();
  }

  @Test
  void threeSingleLoopsInHundredSubtasks_openNoGate() {
    for (int number = 0; number < 100; number++) {
      TaskScript<Outputs> subtask = story.task("R." + number).belowRoot("R").inSession("s1");
      subtask.starts("Build part " + number);
      if (number % 33 == 5) {
        subtask.fails("compiler: cannot find symbol " + number);
        subtask.fails("compiler: cannot find symbol " + number);
      }
      subtask.calls("c" + number, "compile", "part " + number);
      subtask.returns("c" + number, "compile", "ok " + number);
      subtask.completes();
    }

    assertThat(story.published()).filteredOn("schema.name", "GateTrigger").isEmpty();
    assertThat(story.published()).filteredOn("schema.name", "LoopVerdict").hasSize(3);
    assertThat(loopCountInRequestedReply()).isZero();
  }
}
