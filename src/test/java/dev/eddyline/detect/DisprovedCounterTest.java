package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.Counter;
import dev.eddyline.schema.FoundLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counters have counted while a task walks, and those that do not stop what they should. */
class DisprovedCounterTest {

  private static Counter resetBy(String node, int max) {
    return new Counter(
        "retries",
        OptionalInt.of(max),
        Set.of(),
        Set.of(),
        Set.of(node),
        Set.of(),
        Optional.empty());
  }

  /** Two cycles that share a counter, and one around both. */
  private static GraphRun sharing(Counter retries, OptionalInt limit) {
    return GraphRun.on(
        GraphRun.graph(
            limit,
            List.of(retries, Counter.of("outer", 50)),
            "plan→build",
            "build→test",
            "test→build retries",
            "test→ship",
            "ship→check",
            "check→ship retries",
            "check→plan outer",
            "check→END"));
  }

  private static List<Optional<FoundLoop>> round(GraphRun run, String from, String to, int times) {
    List<Optional<FoundLoop>> found = new ArrayList<>();
    for (int round = 0; round < times; round++) {
      found.addAll(run.walks(from, to, from));
    }
    return found;
  }

  @Test
  void aCounterThatItWasWalkedOftenerThanIsDisproved_withoutALimitToo() {
    // Given: 5 are allowed, one more may be the way the counter counts
    GraphRun run = GraphRun.on(UnboundedRetryTest.bounded(5, 1_000));
    run.walks("plan", "build");
    assertThat(round(run, "build", "test", 6)).allMatch(Optional::isEmpty);

    // When
    var seventh = round(run, "build", "test", 1);

    // Then
    assertThat(seventh.get(1)).isPresent();
    assertThat(seventh.get(1).get().getReason())
        .isEqualTo(
            "The way round build→test→build was walked 7 times although retries allows 5;"
                + " the edge to change is test→build");
  }

  @Test
  void aCounterThatTwoWaysRoundShareIsNotDisprovedByTheirSum() {
    // Given
    GraphRun run = sharing(Counter.of("retries", 3), OptionalInt.empty());
    run.walks("plan", "build");

    // When
    var one = round(run, "build", "test", 3);
    run.walks("build", "test", "ship");
    var other = round(run, "ship", "check", 3);

    // Then
    assertThat(one).allMatch(Optional::isEmpty);
    assertThat(other).allMatch(Optional::isEmpty);
  }

  @Test
  void whatAnotherWayRoundHasCountedStopsThisOneTheSooner() {
    // Given: 4 of 5 are counted by the other, so this one is stopped at step 15 and not at 23
    GraphRun run = sharing(Counter.of("retries", 5), OptionalInt.of(18));
    run.walks("plan", "build");
    round(run, "build", "test", 4);
    run.walks("build", "test", "ship");

    // When
    var found = round(run, "ship", "check", 1);

    // Then
    assertThat(found).allMatch(Optional::isEmpty);
  }

  @Test
  void aCounterThatIsSetBackOutsideTheWayRoundBeginsAnew() {
    // Given
    GraphRun run = sharing(resetBy("plan", 3), OptionalInt.empty());

    for (int outer = 0; outer < 4; outer++) {
      // When
      run.walks("plan", "build");
      var found = round(run, "build", "test", 3);
      run.walks("build", "test", "ship", "check", "plan");

      // Then
      assertThat(found).allMatch(Optional::isEmpty);
    }
    run.walks("plan", "build");
    assertThat(round(run, "build", "test", 5).get(9)).isPresent();
  }

  @Test
  void afterItWasSetBackTheRecursionLimitIsProjectedAnew() {
    // Given: all 5 are used up once, and 5 more take 10 steps after 18
    GraphRun run = sharing(resetBy("plan", 5), OptionalInt.of(26));
    run.walks("plan", "build");
    assertThat(round(run, "build", "test", 5)).allMatch(Optional::isEmpty);
    run.walks("build", "test", "ship", "check", "plan", "build");

    // When
    var found = round(run, "build", "test", 1);

    // Then
    assertThat(found.get(1).orElseThrow().getReason()).contains("recursion limit (26)");
  }
}
