package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that continue without a test or a completion marker. */
class NoMeasurableProgressTest {

  private static final String ON = "no_measurable_progress: {enabled: true}";
  private static final String ARMED = "no_measurable_progress: {enabled: true, armed: true}";

  private EngineScenario story = EngineScenario.underYaml(ARMED);
  private int named;

  @Test
  void theFifthEventWithoutATestOrAMarkerIsALoopAndEachFurtherOne() {
    // Given
    assertThat(fails(4)).isEmpty();

    // When
    LoopVerdict verdict = fails(1).get(0);

    // Then
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.NO_MEASURABLE_PROGRESS);
    assertThat(verdict.getAttempts()).isEqualTo(5);
    assertThat(verdict.getMeasured()).isEqualTo(5);
    assertThat(verdict.getLimit()).isEqualTo(5);
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).containsExactly("e1", "e5");
    assertThat(verdict.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(verdict.getText()).contains("Create tests");
    assertThat(fails(2)).extracting(LoopVerdict::getAttempts).containsExactly(6, 7);
  }

  @Test
  void attemptsResponsesFailuresAndToolErrorsAllCount() {
    story.task("T1").attempts(TaskStatus.IN_PROGRESS, null, null);
    story.task("T1").publishesBody(new ResponseProduced("work", "I am at it"));
    story.task("T1").fails("Error");
    story.task("T1").calls("c1", "bash", "ls");
    story.task("T1").returns("c1", "bash", "a b");
    story.task("T1").returnsError("c2", "bash", "no such file");

    assertThat(story.task("T1").fails("").verdict().getAttempts()).isEqualTo(5);
  }

  @Test
  void whereThePolicyLeavesResponsesOutTheyDoNotCount() {
    story = EngineScenario.underYaml("no_measurable_progress: {armed: true, responses: false}");
    fails(4);

    for (int i = 0; i < 10; i++) {
      assertThat(story.task("T1").publishesBody(new ResponseProduced("s", "x" + i)).records())
          .isEmpty();
    }
    assertThat(fails(1)).hasSize(1);
  }

  @Test
  void aNewResultResetsWhereThePolicySaysSo() {
    story =
        EngineScenario.underYaml("no_measurable_progress: {armed: true, newResultForgives: true}");
    for (int i = 0; i < 20; i++) {
      assertThat(fails(2)).isEmpty();
      story.task("T1").returns("c" + i, "bash", "result " + (char) ('a' + i));
    }

    assertThat(fails(5)).hasSize(1);
  }

  @Test
  void aTaskIsWatchedFromItsFirstReportOfProgress() {
    story = EngineScenario.underYaml(ON);
    assertThat(fails(20)).isEmpty();

    reports(new ProgressReported(null, null, null, 0, null, null, null));

    assertThat(fails(4)).isEmpty();
    assertThat(fails(1)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"setup", "Documentation", "CONFIGURATION", " refactoring ", "reFactoring"})
  void taskKindsWithoutMeasurableProgressAreNeverDetected(String kind) {
    story.task("T1").publishesBody(new TaskStarted("goal", null, kind));
    reports(new ProgressReported(null, null, null, 0, null, null, null));

    assertThat(fails(20)).isEmpty();
  }

  @Test
  void featureTaskWithoutMeasurableProgressIsDetected() {
    story.task("T1").publishesBody(new TaskStarted("goal", null, "feature"));

    assertThat(fails(5)).hasSize(1);
  }

  @Test
  void aTestOrAMarkerResetsTheCount() {
    for (ProgressReported report :
        List.of(
            new ProgressReported(3, null, null, null, null, null, null),
            new ProgressReported(null, 3, null, null, null, null, null),
            new ProgressReported(null, null, 12.5, null, null, null, null),
            new ProgressReported(null, null, null, 1, null, null, null),
            new ProgressReported(null, null, null, 1, 1, null, null),
            new ProgressReported(null, null, null, 1, 1, 1, null),
            new ProgressReported(null, null, null, 1, 1, 1, 1))) {
      assertThat(fails(4)).isEmpty();
      reports(report);
    }
    fails(4);
    story.task("T1").returns("c1", "bash", "3 failed, 7 passed");
    fails(4);
    story.task("T1").fails("2 tests failing");

    assertThat(fails(4)).isEmpty();
    assertThat(fails(1)).hasSize(1);
  }

  @Test
  void progressReportWithoutTestsAndMarkersDoesNotResetTheAttemptCount() {
    reports(new ProgressReported(null, null, null, 2, null, null, null));
    fails(4);
    reports(new ProgressReported(0, 0, 0.0, 2, 0, 0, 0));

    assertThat(fails(1)).hasSize(1);
  }

  @Test
  void otherCompletedWorkThanBeforeIsAMarkerAndTheSameIsNone() {
    attempts(List.of("a"));
    fails(3);
    assertThat(attempts(List.of("a")).records()).isEmpty();
    assertThat(attempts(List.of("a")).verdicts()).hasSize(1);
    assertThat(attempts(List.of("b", "a")).records()).isEmpty();
    fails(2);
    attempts(List.of("a", "b"));
    attempts(List.of());

    assertThat(attempts(null).verdicts()).hasSize(1);
  }

  @Test
  void externalFaultIsNotCountedAsAttempt() {
    story = EngineScenario.underYaml(ARMED, "external_fault: {enabled: true}");
    fails(4);
    story.task("T1").publishesBody(new FailureReported("down", "network", null, null, null));
    story.advanceTime(java.time.Duration.ofMinutes(1));

    assertThat(fails(1).get(0).getAttempts()).isEqualTo(5);
  }

  @Test
  void transportRetryIsNotCountedAsAttempt() {
    fails(4);
    story.task("T1").calls("c1", "bash", "x");
    story.task("T1").returns("c1", "bash", "y");
    story.task("T1").retries("c2", "bash", "x", "c1");

    assertThat(story.task("T1").returnsError("c2", "bash", "oh").records()).isEmpty();
  }

  @Test
  void whileTheAgentWaitsOnlyFailuresCountThatItReports() {
    fails(4);
    story.task("T1").publishesBody(new WaitingStarted("build", null, true));
    for (int i = 0; i < 10; i++) {
      assertThat(story.task("T1").returnsError("c" + i, "poll", "not ready " + i).records())
          .isEmpty();
    }

    assertThat(fails(1).get(0).getAttempts()).isEqualTo(5);
  }

  @Test
  void resetRestartsTheAttemptCountAndKeepsTheTaskKind() {
    story = EngineScenario.underYaml(ON);
    reports(new ProgressReported(null, null, null, 1, null, null, null));
    fails(4);
    story.task("T1").decides(Decision.APPROVE);

    assertThat(fails(4)).isEmpty();
    assertThat(fails(1)).hasSize(1);

    story.task("T2").publishesBody(new TaskStarted("goal", null, "setup"));
    story.task("T2").publishesBody(new ProgressReported(null, null, null, 0, null, null, null));
    story.task("T2").decides(Decision.APPROVE);
    IntStream.range(0, 9)
        .forEach(
            i -> assertThat(story.task("T2").fails("E" + (char) ('a' + i)).verdicts()).isEmpty());
  }

  @Test
  void policySetsTheAttemptThreshold() {
    story = EngineScenario.underYaml("no_measurable_progress: {armed: true, attempts: 2}");

    assertThat(fails(1)).isEmpty();
    assertThat(fails(1)).hasSize(1);
  }

  private List<LoopVerdict> fails(int times) {
    return IntStream.range(0, times)
        .mapToObj(i -> story.task("T1").fails("Error of " + (char) ('a' + named++ % 26) + named))
        .flatMap(outputs -> outputs.verdicts().stream())
        .toList();
  }

  private Outputs attempts(List<String> work) {
    return story.task("T1").attempts(TaskStatus.IN_PROGRESS, null, work);
  }

  private void reports(ProgressReported report) {
    assertThat(story.task("T1").publishesBody(report).records()).isEmpty();
  }
}
