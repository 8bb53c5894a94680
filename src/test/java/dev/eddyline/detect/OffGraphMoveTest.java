package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.schema.OffGraph;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Moves of a task that the graph of its workflow does not have. */
class OffGraphMoveTest {

  private static final WorkflowGraph FLOW =
      GraphRun.graph(
          OptionalInt.empty(), List.of(), "plan→build", "plan→docs", "build→test", "test→build");

  private final GraphRun run = GraphRun.on(FLOW);

  private static OffGraphMove move(String from, String to, String reason, boolean isNew) {
    return new OffGraphMove(new OffGraph(from, to), reason, isNew);
  }

  @Test
  void aTransitionIsToldOnceForARun() {
    // When
    run.moves("plan", "test");
    Optional<OffGraphMove> first = run.offGraph();
    run.moves("test", "build");
    Optional<OffGraphMove> between = run.offGraph();
    run.moves("plan", "test");

    // Then
    String reason = "The transition plan→test is not on the graph of the workflow";
    assertThat(first).contains(move("plan", "test", reason, true));
    assertThat(between).isEmpty();
    assertThat(run.offGraph()).contains(move("plan", "test", reason, false));
  }

  @Test
  void aStepThatIsEnteredWhereNoWayLeadsToItIsTold() {
    // Given
    run.enters("plan");

    // When
    run.enters("test");

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
  void aStepThatTheGraphDoesNotHaveIsTold_alsoAsTheFirst() {
    // When
    run.enters("guess");

    // Then
    assertThat(run.offGraph())
        .contains(move(null, "guess", "The step guess is not on the graph of the workflow", true));
  }

  @Test
  void aStepIsNoMoveOffTheGraph_whereARunBegins_orABranchCameFromAnEarlierStep() {
    // When: a run that is taken up again anywhere, branches side by side, and a restart
    for (String step : List.of("build", "test", "plan", "build", "docs")) {
      run.enters(step);

      // Then
      assertThat(run.offGraph()).as(step).isEmpty();
    }
  }

  @Test
  void aTransitionAndTheStartOfTheStepThatItEntersAreToldOnce() {
    // Given
    run.enters("plan");

    // When
    run.moves("plan", "test");
    run.enters("test");

    // Then
    assertThat(run.offGraph()).isEmpty();
    assertThat(run.history().getOffGraph()).hasSize(1);
  }

  @Test
  void itIsToldAlsoWhereTheRuleIsOff_whichThenFindsNoLoop() {
    // Given
    run.off();

    // When
    run.moves("plan", "test");
    boolean isTold = run.offGraph().isPresent();
    var found = run.walks("test", "build", "test", "build", "test", "build", "test", "build");

    // Then
    assertThat(isTold).isTrue();
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void soManyDifferentMovesAreToldOfARun_andNoMore_untilItBeginsAnew() {
    // Given
    for (int step = 0; step < GraphWalk.MAX_OFF_GRAPH; step++) {
      run.moves("plan", "guess " + step);
      assertThat(run.offGraph().orElseThrow().isNew()).isTrue();
    }

    // When
    run.moves("plan", "another guess");
    boolean isTold = run.offGraph().orElseThrow().isNew();
    run.starts();
    run.moves("plan", "another guess");

    // Then
    assertThat(isTold).isFalse();
    assertThat(run.offGraph().orElseThrow().isNew()).isTrue();
    assertThat(run.history().getOffGraph()).hasSize(1);
  }
}
