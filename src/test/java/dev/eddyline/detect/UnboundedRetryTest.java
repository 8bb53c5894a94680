package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.Counter;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Cycles on a graph that a task runs. */
class UnboundedRetryTest {

  private static final WorkflowGraph ROUND =
      GraphRun.graph(OptionalInt.empty(), List.of(), "plan→build", "build→test", "test→build");

  private static final WorkflowGraph TWO_ROUNDS =
      GraphRun.graph(
          OptionalInt.empty(), List.of(), "a→b", "b→c", "c→b", "c→a", "c→d", "d→d", "d→END");

  static WorkflowGraph bounded(int max, int limit) {
    return GraphRun.graph(
        OptionalInt.of(limit),
        List.of(Counter.of("retries", max)),
        "plan→build",
        "build→test",
        "test→build retries",
        "test→END");
  }

  @Test
  void aWayRoundThatNoCounterStopsIsFoundWhenItIsWalkedTheThirdTime() {
    // Given
    GraphRun run = GraphRun.on(ROUND);
    run.walks("plan", "build", "test", "build", "test", "build", "test");

    // When
    Optional<FoundLoop> third = run.moves("test", "build");

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
  void twoRoundsAreNone() {
    // Given
    GraphRun run = GraphRun.on(ROUND);

    // When
    var found = run.walks("plan", "build", "test", "build", "test", "build", "test");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void theSameLoopAgainNeedsOneMoreWholeRound() {
    // Given
    GraphRun run = GraphRun.on(ROUND);
    run.walks("plan", "build", "test", "build", "test", "build", "test", "build");

    // When
    Optional<FoundLoop> half = run.moves("build", "test");
    Optional<FoundLoop> whole = run.moves("test", "build");

    // Then
    assertThat(half).isEmpty();
    assertThat(whole).isPresent();
    assertThat(whole.get().getOccurrences()).isEqualTo(4);
  }

  @Test
  void whereverItIsEnteredItIsTheSameLoop() {
    // Given
    GraphRun first = GraphRun.on(ROUND);
    GraphRun second = GraphRun.on(ROUND);

    // When
    var atBuild = first.walks("plan", "build", "test", "build", "test", "build", "test", "build");
    var atTest = second.walks("test", "build", "test", "build", "test", "build", "test");

    // Then
    assertThat(atTest.get(5).orElseThrow().getIdentity())
        .isEqualTo(atBuild.get(6).orElseThrow().getIdentity());
  }

  @Test
  void roundsCountAlthoughOtherWaysWereGoneBetweenThem() {
    // Given
    GraphRun run = GraphRun.on(TWO_ROUNDS);

    // When: a→b→c→a, and within it b→c→b
    var found = run.walks("a", "b", "c", "a", "b", "c", "b", "c", "a", "b", "c", "a");

    // Then
    assertThat(found.subList(0, 10)).allMatch(Optional::isEmpty);
    assertThat(found.get(10).orElseThrow().getPattern()).isEqualTo("a→b→c→a");
  }

  @Test
  void aStepThatGoesToItselfIsAWayRoundOfOne() {
    // Given
    GraphRun run = GraphRun.on(TWO_ROUNDS);

    // When
    var found = run.walks("c", "d", "d", "d", "d");

    // Then
    assertThat(found.subList(0, 3)).allMatch(Optional::isEmpty);
    assertThat(found.get(3).orElseThrow().getPeriod()).isEqualTo(1);
  }

  @Test
  void aCounterThatStopsItInTimeIsNoLoop() {
    // Given
    GraphRun run = GraphRun.on(bounded(5, 100));

    // When
    var found =
        run.walks(
            "plan", "build", "test", "build", "test", "build", "test", "build", "test", "build",
            "test", "build", "test", "END");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void aCounterThatStopsItAfterTheRecursionLimitIsFoundAsSoonAsThatIsCertain_withTheStep() {
    // Given: 5 retries of 2 steps after 3 steps take 13, the limit is 12
    GraphRun run = GraphRun.on(bounded(5, 12));
    run.walks("plan", "build", "test");

    // When
    Optional<FoundLoop> first = run.moves("test", "build");

    // Then
    assertThat(first).isPresent();
    assertThat(first.get().getLimit()).isEqualTo(12);
    assertThat(first.get().getReason()).contains("retries (5)", "recursion limit (12)", "step 13");
  }

  @Test
  void theStartOfAStepAndTheTransitionIntoItAreOneEntry() {
    // Given
    GraphRun run = GraphRun.on(ROUND);

    // When
    for (String step : List.of("build", "test", "build")) {
      run.moves(step.equals("build") ? "test" : "build", step);
      run.enters(step);
    }
    run.enters("test");
    run.moves("build", "test");

    // Then
    assertThat(run.history().getEntries()).isEqualTo(5);
    assertThat(run.history().getSteps()).isEqualTo(5);
  }

  @Test
  void stepsAloneAreFollowedWhereNoTransitionIsTold() {
    // Given
    GraphRun run = GraphRun.on(ROUND);
    List.of("plan", "build", "test", "build", "test", "build", "test").forEach(run::enters);

    // When
    Optional<FoundLoop> third = run.enters("build");

    // Then
    assertThat(third).map(FoundLoop::getPattern).contains("build→test→build");
  }

  @Test
  void branchesThatRunSideBySideAreWaysOfTheirOwn() {
    // Given
    WorkflowGraph graph =
        GraphRun.graph(
            OptionalInt.empty(), List.of(), "fan→left", "fan→right", "left→join", "right→join");
    GraphRun run = GraphRun.on(graph);

    // When
    run.moves("fan", "left");
    run.moves("fan", "right");
    run.moves("left", "join");
    var last = run.moves("right", "join");

    // Then
    assertThat(last).isEmpty();
    assertThat(run.history().getRounds()).isEmpty();
  }

  @Test
  void aTransitionThatTheGraphDoesNotHaveIsNotedAndIsPartOfNoWayRound() {
    // Given
    GraphRun run = GraphRun.on(ROUND);

    // When
    var found =
        run.walks("plan", "guess", "plan", "guess", "plan", "guess", "plan", "guess", "plan");

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
    assertThat(run.noted())
        .contains("The transition guess→plan is not on the graph of the workflow");
  }

  @Test
  void aRoundThatBroughtSomethingNewStartsAt1AgainWhereThePolicyForgives() {
    // Given
    GraphRun run = GraphRun.on(ROUND).forgiving();
    run.walks("plan", "build", "test", "build", "test", "build", "test");
    run.learns();

    // When
    var found = run.walks("test", "build", "test", "build", "test", "build", "test", "build");

    // Then
    assertThat(found.subList(0, 4)).allMatch(Optional::isEmpty);
    assertThat(found.get(4)).isPresent();
  }

  @Test
  void anotherRunOfTheTaskBeginsAnew() {
    // Given
    GraphRun run = GraphRun.on(ROUND);
    run.walks("plan", "build", "test", "build", "test", "build", "test");

    // When
    run.starts();
    Optional<FoundLoop> found = run.moves("test", "build");

    // Then
    assertThat(found).isEmpty();
    assertThat(run.history().getSteps()).isEqualTo(2);
  }

  @Test
  void aGraphThatIsReplacedOnTheWayDecidesFromThenOn() {
    // Given
    GraphRun run = GraphRun.on(ROUND);
    run.walks("plan", "build", "test", "build", "test", "build", "test");

    // When
    Optional<FoundLoop> third = run.nowOn(bounded(5, 100)).moves("test", "build");

    // Then
    assertThat(third).isEmpty();
  }

  @Test
  void whatIsRememberedStaysBoundedHoweverLongTheWay() {
    // Given
    GraphRun run = GraphRun.on(ROUND);

    // When
    for (int step = 0; step < 1_000; step++) {
      run.moves("n" + step % 300, "n" + (step * 7 + 1) % 300);
    }

    // Then
    assertThat(run.history().getStops()).hasSizeLessThanOrEqualTo(GraphWalk.MAX_WAY);
    assertThat(run.history().getWay().remaining()).isEqualTo(2 * GraphWalk.MAX_WAY);
    assertThat(run.history().getRounds()).hasSizeLessThanOrEqualTo(WalkedRounds.MOST);
  }
}
