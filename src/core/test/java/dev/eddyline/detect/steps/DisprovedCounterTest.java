package dev.eddyline.detect.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.schema.FoundLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counters have counted while a task walks, and those that do not stop what they should. */
class DisprovedCounterTest {

  private static GraphCounter resetBy(String node, int max) {
    return new GraphCounter(
        "retries",
        OptionalInt.of(max),
        Set.of(),
        Set.of(),
        Set.of(node),
        Set.of(),
        Optional.empty());
  }

  /** Two cycles that share a counter, and one around both. */
  private static GraphHarness sharing(GraphCounter retries, OptionalInt limit) {
    return GraphHarness.ofGraph(
        GraphHarness.graph(
            limit,
            List.of(retries, GraphCounter.of("outer", 50)),
            "plan→build",
            "build→test",
            "test→build retries",
            "test→ship",
            "ship→check",
            "check→ship retries",
            "check→plan outer",
            "check→END"));
  }

  private static List<Optional<FoundLoop>> runCycle(
      GraphHarness run, String from, String to, int times) {
    List<Optional<FoundLoop>> found = new ArrayList<>();
    for (int round = 0; round < times; round++) {
      found.addAll(run.entersSteps(from, to, from));
    }
    return found;
  }

  @Test
  void cycleRunMoreOftenThanItsCounterAllowsIsUnbounded_alsoWithoutALimit() {
    // Given: 5 are allowed, one more may be the way the counter counts
    GraphHarness run = GraphHarness.ofGraph(UnboundedRetryTest.bounded(5, 1_000));
    run.entersSteps("plan", "build");
    assertThat(runCycle(run, "build", "test", 6)).allMatch(Optional::isEmpty);

    // When
    var seventh = runCycle(run, "build", "test", 1);

    // Then
    assertThat(seventh.get(1)).isPresent();
    assertThat(seventh.get(1).get().getReason())
        .isEqualTo(
            "The way round build→test→build was walked 7 times although retries allows 5;"
                + " the edge to change is test→build");
  }

  @Test
  void twoCyclesThatShareACounterAreNotSummedUp() {
    // Given
    GraphHarness run = sharing(GraphCounter.of("retries", 3), OptionalInt.empty());
    run.entersSteps("plan", "build");

    // When
    var one = runCycle(run, "build", "test", 3);
    run.entersSteps("build", "test", "ship");
    var other = runCycle(run, "ship", "check", 3);

    // Then
    assertThat(one).allMatch(Optional::isEmpty);
    assertThat(other).allMatch(Optional::isEmpty);
  }

  @Test
  void countOfAnotherCycleBringsTheCounterCloserToItsBound() {
    // Given: 4 of 5 are counted by the other, so this one is stopped at step 15 and not at 23
    GraphHarness run = sharing(GraphCounter.of("retries", 5), OptionalInt.of(18));
    run.entersSteps("plan", "build");
    runCycle(run, "build", "test", 4);
    run.entersSteps("build", "test", "ship");

    // When
    var found = runCycle(run, "ship", "check", 1);

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void counterResetOutsideTheCycleRestarts() {
    // Given
    GraphHarness run = sharing(resetBy("plan", 3), OptionalInt.empty());

    for (int outer = 0; outer < 4; outer++) {
      // When
      run.entersSteps("plan", "build");
      var found = runCycle(run, "build", "test", 3);
      run.entersSteps("build", "test", "ship", "check", "plan");

      // Then
      assertThat(found).allMatch(Optional::isEmpty);
    }
    run.entersSteps("plan", "build");
    assertThat(runCycle(run, "build", "test", 5).get(9)).isPresent();
  }

  @Test
  void recursionLimitIsProjectedAgainAfterReset() {
    // Given: all 5 are used up once, and 5 more take 10 steps after 18
    GraphHarness run = sharing(resetBy("plan", 5), OptionalInt.of(26));
    run.entersSteps("plan", "build");
    assertThat(runCycle(run, "build", "test", 5)).allMatch(Optional::isEmpty);
    run.entersSteps("build", "test", "ship", "check", "plan", "build");

    // When
    var found = runCycle(run, "build", "test", 1);

    // Then
    assertThat(found.get(1).orElseThrow().getReason()).contains("recursion limit (26)");
  }
}
