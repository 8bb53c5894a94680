package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Required examples of progress and of external faults. */
class ProgressRequirementsTest {

  private final EngineScenario story = EngineScenario.under("failures");

  @Test
  void testing_improvedCoverageNotCountedAsLoop() {
    reports(null, null, 60.0);
    story.task("task1").fails("Test failed: expected 5, got 3");
    reports(null, null, 75.0);

    LoopVerdict again =
        story.task("task1").requestingReply().fails("Test failed: expected 5, got 3").verdict();

    assertThat(again.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(again.getReason()).isEqualTo("Test metrics show improvement");
  }

  @Test
  void testing_orchestratorDetectsRegressiveProgress() {
    assertThat(story.task("task1").fails("1 test failing").verdicts()).isEmpty();
    assertThat(story.task("task1").fails("3 tests failing").verdicts()).isEmpty();
    assertThat(story.task("task1").fails("5 tests failing").verdicts()).isEmpty();

    LoopVerdict worse = story.task("task1").fails("8 tests failing").verdict();

    assertThat(worse.getLoopType()).isEqualTo(LoopType.REGRESSIVE_PROGRESS);
    assertThat(worse.getLoopCount()).isEqualTo(1);
    assertThat(worse.getReason().toLowerCase(Locale.ROOT)).contains("moving away from goal");
  }

  @Test
  void testing_externalDependencyFailureNotCounted() {
    String message = "API timeout: external service unavailable";

    for (int attempt = 1; attempt <= 4; attempt++) {
      Outputs failed =
          story
              .task("task1")
              .publishesBody(new FailureReported(message, "dependency", null, null, null));

      assertThat(failed.verdict().getLoopType()).isEqualTo(LoopType.EXTERNAL_FAULT);
      assertThat(failed.verdict().getLoopCount()).isZero();
      assertThat(failed.gates()).isEmpty();
    }
  }

  @Test
  void intermittentFailuresAreRetriedWithBackOff_andEscalatedWhenTheyPersist() {
    assertThat(external("Connection refused").getText()).contains("Wait 30 s");
    assertThat(external("503 Service Unavailable").getText()).contains("Wait 1 min");
    assertThat(external("Could not resolve host: api.example.com").getText())
        .contains("Wait 2 min");
    assertThat(external("Connection reset by peer").getAction()).isEqualTo(Action.WAIT_AND_RETRY);

    LoopVerdict fifth = external("502 Bad Gateway");

    assertThat(fifth.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fifth.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void progressiveDegradationCountsAsLoopDespiteDifferentErrors_andSuggestsRollback() {
    reports(20, 1, null);
    story.task("task1").fails("Error A");
    reports(20, 3, null);
    story.task("task1").fails("Error B");
    reports(20, 5, null);
    story.task("task1").fails("Error C");

    LoopVerdict worse = reports(20, 8, null).verdict();

    assertThat(worse.getLoopCount()).isEqualTo(1);
    assertThat(worse.getText()).contains("Roll back", "different approach");
  }

  @Test
  void fiveFailuresWithoutTestsAndMarkersGetAHintToCreateTests() {
    story.task("task1").publishesBody(new ProgressReported(0, null, null, 0, 0, 0, 0));
    for (char error = 'A'; error < 'E'; error++) {
      assertThat(story.task("task1").fails("Error " + error).verdicts()).isEmpty();
    }

    LoopVerdict fifth = story.task("task1").fails("Error E").verdict();

    assertThat(fifth.getLoopType()).isEqualTo(LoopType.NO_MEASURABLE_PROGRESS);
    assertThat(fifth.getText()).contains("Create tests");
  }

  private LoopVerdict external(String message) {
    return story.task("task1").fails(message).verdict();
  }

  private Outputs reports(Integer total, Integer failed, Double coverage) {
    return story
        .task("task1")
        .publishesBody(new ProgressReported(total, failed, coverage, null, null, null, null));
  }
}
