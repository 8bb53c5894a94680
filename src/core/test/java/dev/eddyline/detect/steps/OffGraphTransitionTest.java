package dev.eddyline.detect.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.schema.OffGraph;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Moves of a task that the graph of its workflow does not have. */
class OffGraphTransitionTest {

  private static final WorkflowGraph FLOW =
      GraphHarness.graph(
          OptionalInt.empty(), List.of(), "plan→build", "plan→docs", "build→test", "test→build");

  private final GraphHarness run = GraphHarness.ofGraph(FLOW);

  private static OffGraphTransition move(String from, String to, String reason, boolean isNew) {
    return new OffGraphTransition(new OffGraph(from, to), reason, isNew);
  }

  @Test
  void transitionIsReportedOncePerRun() {
    // When
    run.takesTransition("plan", "test");
    Optional<OffGraphTransition> first = run.offGraph();
    run.takesTransition("test", "build");
    Optional<OffGraphTransition> between = run.offGraph();
    run.takesTransition("plan", "test");

    // Then
    String reason = "The transition plan→test is not on the graph of the workflow";
    assertThat(first).contains(move("plan", "test", reason, true));
    assertThat(between).isEmpty();
    assertThat(run.offGraph()).contains(move("plan", "test", reason, false));
  }

  @Test
  void unreachableStepIsReported() {
    // Given
    run.entersStep("plan");

    // When
    run.entersStep("test");

    // Then
    assertThat(run.offGraph())
        .contains(
            move(
                "plan",
                "test",
                "No way on the graph of the workflow leads to the step test from where the task was"
                    + " (plan)",
                true));
  }

  @Test
  void unknownStepIsReported_alsoAsTheFirst() {
    // When
    run.entersStep("guess");

    // Then
    assertThat(run.offGraph())
        .contains(move(null, "guess", "The step guess is not on the graph of the workflow", true));
  }

  @Test
  void firstStepAndParallelBranchAreOnTheGraph() {
    // When: a run that is taken up again anywhere, branches side by side, and a restart
    for (String step : List.of("build", "test", "plan", "build", "docs")) {
      run.entersStep(step);

      // Then
      assertThat(run.offGraph()).as(step).isEmpty();
    }
  }

  @Test
  void transitionEventAndStepEventAreReportedAsOneTransition() {
    // Given
    run.entersStep("plan");

    // When
    run.takesTransition("plan", "test");
    run.entersStep("test");

    // Then
    assertThat(run.offGraph()).isEmpty();
    assertThat(run.history().getOffGraph()).hasSize(1);
  }

  @Test
  void offGraphTransitionIsReportedAlsoWhenTheRuleIsOff() {
    // Given
    run.withRuleDisabled();

    // When
    run.takesTransition("plan", "test");
    boolean isReported = run.offGraph().isPresent();
    var found = run.entersSteps("test", "build", "test", "build", "test", "build", "test", "build");

    // Then
    assertThat(isReported).isTrue();
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void reportedTransitionsPerRunAreBounded_untilTheRunRestarts() {
    // Given
    for (int step = 0; step < CycleTracker.MAX_OFF_GRAPH; step++) {
      run.takesTransition("plan", "guess " + step);
      assertThat(run.offGraph().orElseThrow().isNew()).isTrue();
    }

    // When
    run.takesTransition("plan", "another guess");
    boolean isReported = run.offGraph().orElseThrow().isNew();
    run.startsTask();
    run.takesTransition("plan", "another guess");

    // Then
    assertThat(isReported).isFalse();
    assertThat(run.offGraph().orElseThrow().isNew()).isTrue();
    assertThat(run.history().getOffGraph()).hasSize(1);
  }
}
