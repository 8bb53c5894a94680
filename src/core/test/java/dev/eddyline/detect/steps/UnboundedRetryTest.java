package dev.eddyline.detect.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Cycles on a graph that a task runs. */
class UnboundedRetryTest {

  private static final WorkflowGraph ROUND =
      GraphHarness.graph(OptionalInt.empty(), List.of(), "plan→build", "build→test", "test→build");

  private static final WorkflowGraph TWO_ROUNDS =
      GraphHarness.graph(
          OptionalInt.empty(), List.of(), "a→b", "b→c", "c→b", "c→a", "c→d", "d→d", "d→END");

  static WorkflowGraph bounded(int max, int limit) {
    return GraphHarness.graph(
        OptionalInt.of(limit),
        List.of(GraphCounter.of("retries", max)),
        "plan→build",
        "build→test",
        "test→build retries",
        "test→END");
  }

  @Test
  void unboundedCycleIsDetectedAtItsThirdRun() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);
    run.entersSteps("plan", "build", "test", "build", "test", "build", "test");

    // When
    Optional<FoundLoop> third = run.takesTransition("test", "build");

    // Then
    assertThat(third).isPresent();
    FoundLoop loop = third.get();
    assertThat(loop.getLoopType()).isEqualTo(LoopType.UNBOUNDED_RETRY);
    assertThat(loop.getPattern()).isEqualTo("build→test→build");
    assertThat(loop.getMeasured()).isEqualTo(3);
    assertThat(loop.getLimit()).isEqualTo(3);
    assertThat(loop.getPeriod()).isEqualTo(2);
    assertThat(loop.getFirstEventId()).isEqualTo("e1");
    assertThat(loop.getCostBefore().getTokens()).isEqualTo(10);
    assertThat(loop.getReason())
        .isEqualTo(
            "The way round build→test→build was walked 3 times and no counter stops it;"
                + " the edge to change is test→build");
  }

  @Test
  void twoCycleRunsAreNoLoop() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);

    // When
    var found = run.entersSteps("plan", "build", "test", "build", "test", "build", "test");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void loopIsReportedAgainOnlyAfterAnotherCompleteCycle() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);
    run.entersSteps("plan", "build", "test", "build", "test", "build", "test", "build");

    // When
    Optional<FoundLoop> half = run.takesTransition("build", "test");
    Optional<FoundLoop> whole = run.takesTransition("test", "build");

    // Then
    assertThat(half).isEmpty();
    assertThat(whole).isPresent();
    assertThat(whole.get().getOccurrences()).isEqualTo(4);
  }

  @Test
  void loopIdentityDoesNotDependOnEntryPoint() {
    // Given
    GraphHarness first = GraphHarness.ofGraph(ROUND);
    GraphHarness second = GraphHarness.ofGraph(ROUND);

    // When
    var atBuild =
        first.entersSteps("plan", "build", "test", "build", "test", "build", "test", "build");
    var atTest = second.entersSteps("test", "build", "test", "build", "test", "build", "test");

    // Then
    assertThat(atTest.get(5).orElseThrow().getIdentity())
        .isEqualTo(atBuild.get(6).orElseThrow().getIdentity());
  }

  @Test
  void cycleRunsAreCountedDespiteOtherPathsBetween() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(TWO_ROUNDS);

    // When: a→b→c→a, and within it b→c→b
    var found = run.entersSteps("a", "b", "c", "a", "b", "c", "b", "c", "a", "b", "c", "a");

    // Then
    assertThat(found.subList(0, 10)).allMatch(Optional::isEmpty);
    assertThat(found.get(10).orElseThrow().getPattern()).isEqualTo("a→b→c→a");
  }

  @Test
  void selfTransitionIsACycleOfLengthOne() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(TWO_ROUNDS);

    // When
    var found = run.entersSteps("c", "d", "d", "d", "d");

    // Then
    assertThat(found.subList(0, 3)).allMatch(Optional::isEmpty);
    assertThat(found.get(3).orElseThrow().getPeriod()).isEqualTo(1);
  }

  @Test
  void counterThatStopsTheCycleInTimeIsNoLoop() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(bounded(5, 100));

    // When
    var found =
        run.entersSteps(
            "plan", "build", "test", "build", "test", "build", "test", "build", "test", "build",
            "test", "build", "test", "END");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void counterBeyondRecursionLimitIsDetectedEarly_withStepNumber() {
    // Given: 5 retries of 2 steps after 3 steps take 13, the limit is 12
    GraphHarness run = GraphHarness.ofGraph(bounded(5, 12));
    run.entersSteps("plan", "build", "test");

    // When
    Optional<FoundLoop> first = run.takesTransition("test", "build");

    // Then
    assertThat(first).isPresent();
    assertThat(first.get().getLimit()).isEqualTo(12);
    assertThat(first.get().getReason()).contains("retries (5)", "recursion limit (12)", "step 13");
  }

  @Test
  void theStartOfAStepAndTheTransitionIntoItAreOneEntry() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);

    // When
    for (String step : List.of("build", "test", "build")) {
      run.takesTransition(step.equals("build") ? "test" : "build", step);
      run.entersStep(step);
    }
    run.entersStep("test");
    run.takesTransition("build", "test");

    // Then
    assertThat(run.history().getEntries()).isEqualTo(5);
    assertThat(run.history().getSteps()).isEqualTo(5);
  }

  @Test
  void cycleIsDetectedFromStepEventsAlone() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);
    List.of("plan", "build", "test", "build", "test", "build", "test").forEach(run::entersStep);

    // When
    Optional<FoundLoop> third = run.entersStep("build");

    // Then
    assertThat(third).map(FoundLoop::getPattern).contains("build→test→build");
  }

  @Test
  void parallelBranchesAreSeparatePaths() {
    // Given
    WorkflowGraph graph =
        GraphHarness.graph(
            OptionalInt.empty(), List.of(), "fan→left", "fan→right", "left→join", "right→join");
    GraphHarness run = GraphHarness.ofGraph(graph);

    // When
    run.takesTransition("fan", "left");
    run.takesTransition("fan", "right");
    run.takesTransition("left", "join");
    var last = run.takesTransition("right", "join");

    // Then
    assertThat(last).isEmpty();
    assertThat(run.history().getRounds()).isEmpty();
  }

  @Test
  void offGraphTransitionIsPartOfNoCycle() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);

    // When
    var found =
        run.entersSteps("plan", "guess", "plan", "guess", "plan", "guess", "plan", "guess", "plan");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
    assertThat(run.forgivenReason())
        .contains("The transition guess→plan is not on the graph of the workflow");
  }

  @Test
  void newResultRestartsTheCountWhereThePolicySaysSo() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND).resettingOnNewResults();
    run.entersSteps("plan", "build", "test", "build", "test", "build", "test");
    run.addNewResult();

    // When
    var found = run.entersSteps("test", "build", "test", "build", "test", "build", "test", "build");

    // Then
    assertThat(found.subList(0, 4)).allMatch(Optional::isEmpty);
    assertThat(found.get(4)).isPresent();
  }

  @Test
  void newRunOfTheTaskRestartsTheCounts() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);
    run.entersSteps("plan", "build", "test", "build", "test", "build", "test");

    // When
    run.startsTask();
    Optional<FoundLoop> found = run.takesTransition("test", "build");

    // Then
    assertThat(found).isEmpty();
    assertThat(run.history().getSteps()).isEqualTo(2);
  }

  @Test
  void newGraphAppliesToFollowingTransitions() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);
    run.entersSteps("plan", "build", "test", "build", "test", "build", "test");

    // When
    Optional<FoundLoop> third = run.replaceGraph(bounded(5, 100)).takesTransition("test", "build");

    // Then
    assertThat(third).isEmpty();
  }

  @Test
  void storedHistoryStaysBounded() {
    // Given
    GraphHarness run = GraphHarness.ofGraph(ROUND);

    // When
    for (int step = 0; step < 1_000; step++) {
      run.takesTransition("n" + step % 300, "n" + (step * 7 + 1) % 300);
    }

    // Then
    assertThat(run.history().getStops()).hasSizeLessThanOrEqualTo(CycleTracker.MAX_PATH_ENTRIES);
    assertThat(run.history().getWay().remaining()).isEqualTo(2 * CycleTracker.MAX_PATH_ENTRIES);
    assertThat(run.history().getRounds()).hasSizeLessThanOrEqualTo(CycleCounts.MAX_STORED_CYCLES);
  }
}
