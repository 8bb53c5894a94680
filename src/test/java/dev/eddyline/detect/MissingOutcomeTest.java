package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.RepeatedAction.MissingOutcome;
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

  private final DetectorRun<ActionHistory, RepeatedActionLimits> tools = DetectorRun.ofActions();

  @Test
  void aResultWithoutItsCallProvesNothing() {
    var run = tools.under(PROVEN);

    IntStream.range(0, 6).forEach(i -> assertThat(run.returns("lost", "ls", "a")).isEmpty());
  }

  @Test
  void aCallIsAnsweredOnce() {
    var run = tools.under(PROVEN);
    IntStream.range(0, 3).forEach(i -> run.does("ls", "{}", "a"));
    run.calls("c", "ls", "{}");
    run.returns("c", "ls", "a");

    assertThat(run.returns("c", "ls", "a")).isEmpty();
  }

  @Test
  void withoutResultsNothingIsProven() {
    var run = tools.under(PROVEN);

    IntStream.range(0, 20).forEach(i -> assertThat(run.calls("c" + i, "ls", "{}")).isEmpty());
  }

  @Test
  void withoutResultsCallsCountWhereThePolicySaysSo() {
    var run = tools.under(COUNTED);
    List<String> ids = new ArrayList<>(List.of("a", "b", "c", "d"));

    assertThat(counts(4, () -> run.calls(ids.remove(0), "ls", "{}"))).containsExactly(0, 0, 0, 4);
  }

  @Test
  void aMissingResultIsNotTold() {
    var run = tools.under(COUNTED);
    IntStream.range(0, 3).forEach(i -> run.calls("c" + i, "ls", "{}"));

    assertThat(run.calls("c3", "ls", "{}").orElseThrow().getReason())
        .isEqualTo("The same call of ls was made 4 times running");
  }

  @Test
  void whereCallsCountANewResultStartsTheRunAnew() {
    var run = tools.under(COUNTED);

    IntStream.range(0, 20)
        .forEach(page -> assertThat(run.does("next_page", "{}", "page " + page)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"true, 3", "false, 4"})
  void whereCallsCountACallAndItsResultAreOneRepetition(boolean failing, int first) {
    var run = tools.under(COUNTED);

    for (int i = 1; i <= 6; i++) {
      boolean called = run.calls("c" + i, "ls", "{}").isPresent();
      boolean returned =
          (failing ? run.errs("c" + i, "ls", "x") : run.returns("c" + i, "ls", "x")).isPresent();

      assertThat(called ^ returned).as("repetition %d", i).isEqualTo(i >= first);
    }
  }

  @Test
  void aTransportRetryTakesThePlaceOfACallWithoutAResult() {
    var run = tools.under(PROVEN);
    for (int i = 0; i < 3; i++) {
      run.calls("c" + i, "ls", "{}");
      run.retries("r" + i, "ls", "{}", "c" + i);
      assertThat(run.returns("r" + i, "ls", "a")).isEmpty();
    }

    assertThat(run.does("ls", "{}", "a").orElseThrow().getAttempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"NOT_PROVEN", "COUNTS"})
  void aTransportRetryOfAnAnsweredCallIsNoRepetition(MissingOutcome missing) {
    var run = tools.under(limits(missing));
    run.calls("c", "ls", "{}");
    run.errs("c", "ls", "reset");
    for (int i = 0; i < 6; i++) {
      assertThat(run.retries("r" + i, "ls", "{}", "c")).isEmpty();
      assertThat(run.errs("r" + i, "ls", "reset")).isEmpty();
    }
  }

  @Test
  void callsWithoutAResultDoNotPileUp() {
    var run = tools.under(PROVEN);
    IntStream.range(0, 1000).forEach(i -> run.calls("c" + i, "ls", "{}"));

    assertThat(run.history().pending()).hasSize(16);
    assertThat(run.returns("c0", "ls", "a")).isEmpty();
    assertThat(run.history().pending()).hasSize(16);
  }

  /** The reported attempts at each repetition, 0 without a loop. */
  private static List<Integer> counts(int times, Supplier<Optional<FoundLoop>> action) {
    return IntStream.range(0, times)
        .mapToObj(i -> action.get().map(FoundLoop::getAttempts).orElse(0))
        .toList();
  }

  private static RepeatedActionLimits limits(MissingOutcome missing) {
    return ActionLimits.of("missingOutcome: " + missing);
  }
}
