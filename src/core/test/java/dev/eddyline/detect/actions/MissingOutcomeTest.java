package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.detect.actions.RepeatedAction.MissingOutcome;
import dev.eddyline.schema.FoundLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls whose results are missing, late or retried. */
class MissingOutcomeTest {

  private static final RepeatedActionLimits PROVEN = limits(MissingOutcome.NOT_PROVEN);

  private static final RepeatedActionLimits COUNTED = limits(MissingOutcome.COUNTS);

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions();

  @Test
  void resultsWithoutCallAreNoLoop() {
    var run = tools.withLimits(PROVEN);

    IntStream.range(0, 6).forEach(i -> assertThat(run.returnsResult("lost", "ls", "a")).isEmpty());
  }

  @Test
  void aCallIsAnsweredOnce() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("ls", "{}", "a"));
    run.callsTool("c", "ls", "{}");
    run.returnsResult("c", "ls", "a");

    assertThat(run.returnsResult("c", "ls", "a")).isEmpty();
  }

  @Test
  void callsWithoutResultsAreNoLoopByDefault() {
    var run = tools.withLimits(PROVEN);

    IntStream.range(0, 20).forEach(i -> assertThat(run.callsTool("c" + i, "ls", "{}")).isEmpty());
  }

  @Test
  void withoutResultsCallsCountWhereThePolicySaysSo() {
    var run = tools.withLimits(COUNTED);
    List<String> ids = new ArrayList<>(List.of("a", "b", "c", "d"));

    assertThat(counts(4, () -> run.callsTool(ids.remove(0), "ls", "{}")))
        .containsExactly(0, 0, 0, 4);
  }

  @Test
  void unknownOutputsCountLikeMissingResults() {
    var run = tools.withLimits(COUNTED);
    List<String> ids = new ArrayList<>(List.of("a", "b", "c", "d"));

    assertThat(
            counts(
                4,
                () -> {
                  String id = ids.remove(0);
                  Optional<FoundLoop> found = run.callsTool(id, "ls", "{}");
                  assertThat(run.returnsResult(id, "ls", null)).isEmpty();
                  return found;
                }))
        .containsExactly(0, 0, 0, 4);
  }

  @Test
  void callWithoutResultIsNotReported() {
    var run = tools.withLimits(COUNTED);
    IntStream.range(0, 3).forEach(i -> run.callsTool("c" + i, "ls", "{}"));

    assertThat(run.callsTool("c3", "ls", "{}").orElseThrow().getReason())
        .isEqualTo("The same call of ls was made 4 times running");
  }

  @Test
  void newResultRestartsTheRunWhereCallsCount() {
    var run = tools.withLimits(COUNTED);

    IntStream.range(0, 20)
        .forEach(
            page -> assertThat(run.callsAndReturns("next_page", "{}", "page " + page)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"true, 3", "false, 4"})
  void whereCallsCountACallAndItsResultAreOneRepetition(boolean failing, int first) {
    var run = tools.withLimits(COUNTED);

    for (int i = 1; i <= 6; i++) {
      boolean called = run.callsTool("c" + i, "ls", "{}").isPresent();
      boolean returned =
          (failing ? run.returnsError("c" + i, "ls", "x") : run.returnsResult("c" + i, "ls", "x"))
              .isPresent();

      assertThat(called ^ returned).as("repetition %d", i).isEqualTo(i >= first);
    }
  }

  @Test
  void transportRetryReplacesCallWithoutResult() {
    var run = tools.withLimits(PROVEN);
    for (int i = 0; i < 3; i++) {
      run.callsTool("c" + i, "ls", "{}");
      run.retriesCall("r" + i, "ls", "{}", "c" + i);
      assertThat(run.returnsResult("r" + i, "ls", "a")).isEmpty();
    }

    assertThat(run.callsAndReturns("ls", "{}", "a").orElseThrow().getAttempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"NOT_PROVEN", "COUNTS"})
  void aTransportRetryOfAnAnsweredCallIsNoRepetition(MissingOutcome missing) {
    var run = tools.withLimits(limits(missing));
    run.callsTool("c", "ls", "{}");
    run.returnsError("c", "ls", "reset");
    for (int i = 0; i < 6; i++) {
      assertThat(run.retriesCall("r" + i, "ls", "{}", "c")).isEmpty();
      assertThat(run.returnsError("r" + i, "ls", "reset")).isEmpty();
    }
  }

  @Test
  void callsWithoutAResultDoNotPileUp() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 1000).forEach(i -> run.callsTool("c" + i, "ls", "{}"));

    assertThat(run.history().pending()).hasSize(16);
    assertThat(run.returnsResult("c0", "ls", "a")).isEmpty();
    assertThat(run.history().pending()).hasSize(16);
  }

  /** The reported attempts at each repetition, 0 without a loop. */
  private static List<Integer> counts(int times, Supplier<Optional<FoundLoop>> action) {
    return IntStream.range(0, times)
        .mapToObj(i -> action.get().map(FoundLoop::getAttempts).orElse(0))
        .toList();
  }

  private static RepeatedActionLimits limits(MissingOutcome missing) {
    return RepeatedActionPolicy.of("missingOutcome: " + missing);
  }
}
