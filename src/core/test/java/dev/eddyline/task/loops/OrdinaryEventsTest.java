package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under the preset default, repetition is a loop only without new results. */
class OrdinaryEventsTest {

  /** What a round of work leaves behind. */
  private enum Result {
    NEW,
    SAME
  }

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void anAgentAndItsToolsMayTakeTurns200TimesWithNewResults() {
    IntStream.range(0, 200).forEach(round -> reacts(round, Result.NEW));

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void agentUsingOtherToolsAfterExternalFaultsIsNotInALoop() {
    for (int fault = 0; fault < 4; fault++) {
      story.task("T1").returnsError("f" + fault, "fetch", "HTTP 503 from https://a.com");
    }

    IntStream.range(0, 20).forEach(round -> reacts(round, Result.NEW));

    assertThat(verdicts())
        .extracting(LoopVerdict::getLoopType)
        .hasSize(4)
        .containsOnly(LoopType.EXTERNAL_FAULT);
  }

  @Test
  void withoutAnyNewResultTheyAreALoop() {
    IntStream.range(0, 200).forEach(round -> reacts(round, Result.SAME));

    assertThat(verdicts())
        .extracting(LoopVerdict::getLoopType)
        .contains(
            LoopType.TRANSITION_PATTERN,
            LoopType.STEP_ITERATION_EXCEEDED,
            LoopType.REPEATED_ACTION);
    assertThat(trips()).contains(LoopType.OSCILLATING_CYCLE, LoopType.ITERATION_LIMIT);
  }

  @Test
  void testAndFixMayTakeTurnsWhileFewerTestsFail() {
    for (int failing = 60; failing > 0; failing--) {
      tests(failing);
    }

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void testAndFixAreALoopWhenNoFewerFail() {
    IntStream.range(0, 20).forEach(round -> tests(5));

    assertThat(trips()).contains(LoopType.TRANSITION_PATTERN, LoopType.STEP_ITERATION_EXCEEDED);
  }

  @ParameterizedTest
  @EnumSource(Result.class)
  void aReviewAfterEachChangeIsALoopOnlyWithoutNewResults(Result result) {
    for (int round = 0; round < 20; round++) {
      story.task("T1").moves("change", "review");
      does("c" + round, "review", result == Result.NEW ? "remark on part " + letter(round) : "no");
      story.task("T1").moves("review", "change");
    }

    assertThat(verdicts().isEmpty()).isEqualTo(result == Result.NEW);
  }

  @Test
  void fewerAndFewerFailingTestsAreNotALoop() {
    for (int failing : new int[] {8, 5, 3}) {
      story.task("T1").fails(failing + " tests failing");
    }

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void errorsThatAreFixedLineByLineAreNotALoop() {
    List<String> errors =
        List.of(
            "SyntaxError: missing ')' (line 10)",
            "SyntaxError: unexpected indent (line 14)",
            "NameError: name 'total' is not defined (line 21)",
            "TypeError: unsupported operand (line 33)",
            "KeyError: 'id' (line 40)");
    for (int round = 0; round < errors.size(); round++) {
      story.task("T1").calls("run" + round, "bash", "python a.py");
      story.task("T1").returnsError("run" + round, "bash", errors.get(round));
      does("edit" + round, "edit", "edited part " + letter(round));
    }

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void aCallThatFailsInAnotherLineEachTimeIsRepeated() {
    for (int line = 10; line < 40; line += 4) {
      story.task("T1").calls("run" + line, "bash", "python a.py");
      story
          .task("T1")
          .returnsError("run" + line, "bash", "SyntaxError: missing ')' at line " + line);
    }

    assertThat(verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsOnly(LoopType.REPEATED_ACTION);
  }

  private void reacts(int round, Result result) {
    story.task("T1").enters("agent");
    story.task("T1").moves("agent", "tools");
    story.task("T1").enters("tools");
    does("c" + round, "search", result == Result.NEW ? "page " + letter(round) : "nothing");
    story.task("T1").moves("tools", "agent");
  }

  private void tests(int failing) {
    story.task("T1").enters("test");
    story.task("T1").fails(failing + " of 60 tests failing in round " + letter(failing));
    story.task("T1").moves("test", "fix");
    story.task("T1").enters("fix");
    story.task("T1").moves("fix", "test");
  }

  private void does(String callId, String tool, String result) {
    story.task("T1").calls(callId, tool, "{}");
    story.task("T1").returns(callId, tool, result);
  }

  /** A word for each number: numbers alone could be masked. */
  private static String letter(int number) {
    return "x".repeat(number % 14 + 1) + (char) ('a' + number / 14);
  }

  private List<LoopVerdict> verdicts() {
    return story.published().stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .toList();
  }

  private List<LoopType> trips() {
    return verdicts().stream().flatMap(verdict -> verdict.getTrips().stream()).distinct().toList();
  }
}
