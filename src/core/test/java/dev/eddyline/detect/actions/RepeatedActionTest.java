package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same call with the same result, running. */
class RepeatedActionTest {

  private static final RepeatedActionLimits PROVEN = RepeatedActionPolicy.of();

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions();

  @Test
  void theFourthEqualCallWithTheSameResultIsALoop() {
    var run = tools.withLimits(PROVEN);

    assertThat(counts(6, () -> run.callsAndReturns("ls", "{}", "a b")))
        .containsExactly(0, 0, 0, 4, 5, 6);
  }

  @Test
  void theThirdEqualCallThatFailsTheSameWayIsALoop() {
    var run = tools.withLimits(PROVEN);

    assertThat(counts(5, () -> run.callsAndFails("ls", "{}", "denied")))
        .containsExactly(0, 0, 3, 4, 5);
  }

  @Test
  void loopDescribesTheRepeatedCall() {
    var run = tools.withLimits(PROVEN);
    run.returnsSuccessfulResult("other", "x");
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("ls", "{\"dir\":\"/a\"}", "b c"));

    FoundLoop loop =
        run.asAgent("b").callsAndReturns("ls", "{ \"dir\" : \"/a\" }", "b c").orElseThrow();

    assertThat(loop.getLoopType()).isEqualTo(LoopType.REPEATED_ACTION);
    assertThat(loop.getPattern()).isEqualTo("exact");
    assertThat(loop.getMatchKind()).isNull();
    assertThat(loop.getWeight()).isEqualTo(1);
    assertThat(loop.getPeriod()).isEqualTo(1);
    assertThat(loop.getLimit()).isEqualTo(4);
    assertThat(loop.getReportedAttempts()).isZero();
    assertThat(loop.getReason())
        .isEqualTo("The same call of ls gave the same result 4 times running");
    assertThat(loop.getAgents()).containsExactly("agent-1", "b");
    assertThat(loop.getEvidence()).extracting(Evidence::getWhat).containsOnly("ls: b c");
    assertThat(loop.getFirstEventId()).isEqualTo(loop.getEvidence().get(0).getEventId());
  }

  @Test
  void aFailingCallSaysSo() {
    var run = tools.withLimits(PROVEN);
    run.callsAndFails("ls", "{}", "denied");
    run.callsAndFails("ls", "{}", "denied");

    assertThat(run.callsAndFails("ls", "{}", "denied").orElseThrow().getReason())
        .isEqualTo("The same call of ls failed the same way 3 times running");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "command not found"})
  void unknownArgumentsAreEqualToNoOthers(String output) {
    var run = tools.withLimits(PROVEN);

    assertThat(counts(10, () -> run.callsAndFails("ls", null, output))).containsOnly(0);
  }

  @Test
  void anUnknownOutputIsEqualToNoOther() {
    var run = tools.withLimits(PROVEN);

    assertThat(counts(10, () -> run.callsAndReturns("ls", "{}", null))).containsOnly(0);
    assertThat(counts(10, () -> run.callsAndFails("ls", "{}", null))).containsOnly(0);
  }

  @Test
  void anUnknownOutputEndsARowOfEqualCalls() {
    var run = tools.withLimits(PROVEN);
    counts(3, () -> run.callsAndReturns("ls", "{}", "a b"));
    run.callsAndReturns("cat", "{}", null);

    assertThat(run.callsAndReturns("ls", "{}", "a b")).isEmpty();
  }

  @Test
  void differentWorkOfUnknownOutputBetweenCleanChecksIsNoRepetition() {
    var run = tools.withLimits(PROVEN);

    assertThat(
            counts(
                20,
                () -> {
                  run.callsAndReturns("edit", null, null);
                  return run.callsAndReturns("test", "{}", "8 passed");
                }))
        .containsOnly(0);
  }

  @Test
  void theSameCallWithANewResultIsNoLoop() {
    var run = tools.withLimits(PROVEN);

    IntStream.range(0, 20)
        .forEach(
            page -> assertThat(run.callsAndReturns("next_page", "{}", "page " + page)).isEmpty());
  }

  @Test
  void aResultThatDiffersOnlyInVolatilePartsIsTheSame() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 3)
        .forEach(i -> run.callsAndReturns("ls", "{}", "total 3, took " + i + "ms"));

    assertThat(run.callsAndReturns("ls", "{}", "total 3, took 9ms")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"12 pending, 11 pending", "exit code 0, exit code 1", "3 errors, 2 errors"})
  void aResultThatDiffersInACountOrCodeIsNew(String first, String second) {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("status", "{}", first));

    assertThat(run.callsAndReturns("status", "{}", second)).isEmpty();
  }

  @Test
  void otherCallInBetweenRestartsTheRun() {
    var run = tools.withLimits(RepeatedActionPolicy.of("patterns: [exact]"));
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("ls", "{}", "a"));
    run.callsAndReturns("cat", "{}", "b");

    assertThat(counts(4, () -> run.callsAndReturns("ls", "{}", "a"))).containsExactly(0, 0, 0, 4);
  }

  @Test
  void otherArgumentsMakeAnotherCall() {
    var run = tools.withLimits(RepeatedActionPolicy.of("patterns: [exact]"));

    IntStream.range(0, 8)
        .forEach(
            i -> assertThat(run.callsAndReturns("read", "{\"line\":" + i + "}", "same")).isEmpty());
  }

  @Test
  void callThatFailsAndThenSucceedsWithTheSameTextRestartsTheRun() {
    var run = tools.withLimits(PROVEN);
    run.callsAndFails("ls", "{}", "x");
    run.callsAndFails("ls", "{}", "x");

    assertThat(counts(4, () -> run.callsAndReturns("ls", "{}", "x"))).containsExactly(0, 0, 0, 4);
  }

  @Test
  void outOfOrderResultsAreMatchedToTheirCalls() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 4).forEach(i -> run.callsTool("c" + i, "ls", "{}"));

    assertThat(run.returnsResult("c3", "ls", "a")).isEmpty();
    assertThat(run.returnsResult("c1", "ls", "a")).isEmpty();
    assertThat(run.returnsResult("c0", "ls", "a")).isEmpty();
    assertThat(run.returnsResult("c2", "ls", "a")).isPresent();
  }

  @Test
  void userMessageRestartsTheRun() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("ls", "{}", "a"));
    run.receivesUserMessage("Look again");

    assertThat(counts(4, () -> run.callsAndReturns("ls", "{}", "a"))).containsExactly(0, 0, 0, 4);
  }

  @Test
  void theEvidenceHoldsNoSecret() {
    var run = tools.withLimits(PROVEN);
    IntStream.range(0, 3).forEach(i -> run.callsAndReturns("env", "{}", "TOKEN=hunter2"));

    assertThat(run.callsAndReturns("env", "{}", "TOKEN=hunter2").orElseThrow().toString())
        .doesNotContain("hunter2");
    assertThat(run.history().toString()).doesNotContain("hunter2");
  }

  @Test
  void disabledDetectorFindsNoLoops() {
    var run = tools.withLimits(RepeatedActionPolicy.of("enabled: false"));

    assertThat(counts(6, () -> run.callsAndReturns("ls", "{}", "a"))).containsOnly(0);
  }

  /** The reported attempts at each repetition, 0 without a loop. */
  private static List<Integer> counts(int times, Supplier<Optional<FoundLoop>> action) {
    return IntStream.range(0, times)
        .mapToObj(i -> action.get().map(FoundLoop::getAttempts).orElse(0))
        .toList();
  }
}
