package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import org.junit.jupiter.api.Test;

/** Verdicts name the step of their event. */
class StepInVerdictsTest {

  private static final String TEXT = "I fixed the parser and all tests are green now.";

  private final EngineScenario story = EngineScenario.under("judge-worker");
  private final TaskScript<Outputs> task = story.task("T");

  @Test
  void ofAResponseItIsTheOneThatTheEventNames() {
    task.enters("plan");
    task.publishesBody(new ResponseProduced("implement", TEXT));
    task.publishesBody(new ResponseProduced("implement", TEXT));

    LoopVerdict verdict = task.publishesBody(new ResponseProduced("implement", TEXT)).verdict();

    assertThat(verdict.getStep()).isEqualTo("implement");
  }

  @Test
  void ofAStepItIsTheEnteredOne() {
    assertThat(task.requestingReply().enters("review").verdict().getStep()).isEqualTo("review");
    assertThat(task.proposes("ship").verdict().getStep()).isEqualTo("ship");
  }

  @Test
  void ofAnotherEventItIsTheTasksCurrentOne() {
    task.moves("plan", "test");

    assertThat(task.requestingReply().fails("boom").verdict().getStep()).isEqualTo("test");
  }

  @Test
  void ofASubtasksLoopItIsTheSubtasks() {
    EngineScenario failures = EngineScenario.under("failures");
    TaskScript<Outputs> subtask = failures.task("R.1").belowRoot("R");
    subtask.enters("build");
    subtask.fails("boom");

    assertThat(subtask.fails("boom").verdict().getStep()).isEqualTo("build");
  }

  @Test
  void withoutStepsThereIsNone() {
    assertThat(task.requestingReply().fails("boom").verdict().getStep()).isNull();
  }
}
