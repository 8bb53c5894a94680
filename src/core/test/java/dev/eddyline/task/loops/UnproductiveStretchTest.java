package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of a greenhouse's agents that bring nothing for long, whatever they are. */
class UnproductiveStretchTest {

  private final EngineScenario story = EngineScenario.underYaml("unproductive_stretch: {}");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private TaskScript<Outputs> task = story.task("T");
  private int calls;

  private void record(Outputs outputs) {
    verdicts.addAll(outputs.verdicts());
  }

  private void call(String tool, String arguments, String output) {
    String id = "c" + calls++;
    record(task.calls(id, tool, arguments));
    record(task.returns(id, tool, output));
  }

  private void error(String tool, String arguments, String output) {
    String id = "c" + calls++;
    record(task.calls(id, tool, arguments));
    record(task.returnsError(id, tool, output));
  }

  /** A word for each number. */
  private static String word(int number) {
    return "plant" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
  }

  private void empty(int times) {
    for (int time = 0; time < times; time++) {
      call("log.search", "{\"text\":\"leak\"}", "No matches");
    }
  }

  private void fresh(int times) {
    for (int time = 0; time < times; time++) {
      call("log.read", "{\"page\":1}", "entry " + word(calls));
    }
  }

  private void done(int times) {
    for (int time = 0; time < times; time++) {
      call("valve.open", "{\"valve\":\"" + word(calls) + "\"}", "ok");
    }
  }

  private List<Double> limits() {
    return verdicts.stream().map(LoopVerdict::getLimit).toList();
  }

  @ParameterizedTest
  @CsvSource({"6, 0", "7, 1", "11, 1", "12, 2", "21, 2", "22, 3", "40, 3"})
  void eachOfThreeLengthsIsReportedOnce(int times, int reported) {
    // When
    empty(times);

    // Then
    assertThat(limits()).isEqualTo(List.of(7.0, 12.0, 22.0).subList(0, reported));
    assertThat(verdicts)
        .allMatch(verdict -> verdict.getLoopType() == LoopType.UNPRODUCTIVE_STRETCH);
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "0, 1, 1", "2, 0, 0", "0, 2, 0", "1, 1, 0"})
  void sevenOfTheLastEightAreAStretch(int fresh, int done, int reported) {
    // Given
    empty(3);
    fresh(fresh);
    done(done);
    empty(3);
    assertThat(verdicts).isEmpty();

    // When
    empty(1);

    // Then
    assertThat(verdicts).hasSize(reported);
  }

  @Test
  void theNewestCallIsOneThatBroughtNothing() {
    // Given
    empty(6);

    // When
    done(2);
    fresh(2);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void twelveOfSixteenAndTwentyTwoOfThirtyAreALongerStretch() {
    // When
    for (int round = 0; round < 7; round++) {
      done(1);
      empty(3);
    }

    // Then
    assertThat(limits()).containsExactly(12.0);
    empty(2);
    assertThat(limits()).containsExactly(12.0, 22.0);
  }

  @Test
  void aFailureThatIsNewCountsHalf() {
    // When
    empty(5);
    error("vent.open", "{\"vent\":1}", "the hinge is rusty");
    error("lamp.light", "{\"lamp\":2}", "a fuse blew");

    // Then
    assertThat(verdicts).isEmpty();
    empty(1);
    assertThat(limits()).containsExactly(7.0);
  }

  @Test
  void threeNewResultsInARowEndAStretch() {
    // When
    empty(6);
    fresh(3);
    empty(6);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void afterItsEndAnotherStretchIsReported() {
    // When
    empty(7);
    fresh(3);
    empty(7);

    // Then
    assertThat(limits()).containsExactly(7.0, 7.0);
  }

  @Test
  void twoNewResultsInARowDoNotEndAStretch() {
    // When
    empty(10);
    fresh(2);
    empty(2);

    // Then
    assertThat(limits()).containsExactly(7.0, 12.0);
  }

  @Test
  void progressEndsAStretch() {
    // Given
    empty(6);

    // When
    record(
        task.publishesBody(
            ProgressReported.newBuilder().setTestsTotal(9).setTestsFailed(4).build()));
    record(
        task.publishesBody(
            ProgressReported.newBuilder().setTestsTotal(9).setTestsFailed(2).build()));
    empty(6);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageOfAPersonEndsAStretch() {
    // When
    empty(6);
    record(task.publishesBody(new UserMessage("Look at the pump.")));
    empty(6);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageThatEqualsTheOneBeforeEndsNothing() {
    // Given
    record(task.publishesBody(new UserMessage("Go on.")));
    empty(6);

    // When
    record(task.publishesBody(new UserMessage("Go on.")));
    empty(1);

    // Then
    assertThat(limits()).containsExactly(7.0);
  }

  @Test
  void parallelCallsCountOnceWithTheBestOutcome() {
    // When
    for (int round = 0; round < 8; round++) {
      parallel("No matches", "No matches", "No matches");
    }
    for (int round = 0; round < 9; round++) {
      parallel("No matches", "row " + word(round) + "\nrow " + word(round + 60), "No matches");
    }

    // Then
    assertThat(limits()).containsExactly(7.0);
  }

  @Test
  void sixGroupsOfParallelCallsAreNotEnough() {
    // When
    for (int round = 0; round < 6; round++) {
      parallel("No matches", "No matches", "No matches");
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  /** Calls that are open together. */
  private void parallel(String... outputs) {
    int first = calls;
    calls += outputs.length;
    for (int call = 0; call < outputs.length; call++) {
      record(task.calls("c" + (first + call), "log.search", "{\"book\":" + call + "}"));
    }
    for (int call = 0; call < outputs.length; call++) {
      record(task.returns("c" + (first + call), "log.search", outputs[call]));
    }
  }

  @Test
  void anOpenCallOfAnotherAgentMakesNoneParallel() {
    // Given
    record(task.byAgent("watcher").calls("open", "camera.watch", "{}"));

    // When
    empty(7);

    // Then
    assertThat(verdicts).hasSize(1);
  }

  @Test
  void eachAgentHasItsOwnStretch() {
    // When
    for (int round = 0; round < 6; round++) {
      task = story.task("T").byAgent("gardener");
      empty(1);
      task = story.task("T").byAgent("botanist");
      empty(1);
    }

    // Then
    assertThat(verdicts).isEmpty();
    empty(1);
    assertThat(verdicts).extracting(LoopVerdict::getAgentId).containsExactly("botanist");
  }

  @Test
  void whatOneAgentFoundIsNewForAnother() {
    // When
    for (int page = 0; page < 9; page++) {
      for (String agent : List.of("gardener", "botanist")) {
        task = story.task("T").byAgent(agent);
        call("log.read", "{\"page\":1}", "entry " + word(page));
      }
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void fourCallsWithOneErrorAmongTwentyAreReported() {
    // Given
    for (int round = 0; round < 3; round++) {
      error("pump.start", "{\"pump\":\"" + word(400 + round) + "\"}", "the main switch is off");
      done(2);
      fresh(1);
    }
    assertThat(verdicts).isEmpty();

    // When
    error("pump.start", "{\"pump\":\"last\"}", "the main switch is off");

    // Then
    assertThat(verdicts).hasSize(1);
    error("pump.start", "{\"pump\":\"another\"}", "the main switch is off");
    assertThat(verdicts).hasSize(1);
  }

  @Test
  void fourCallsWithOneErrorFarFromEachOtherAreNot() {
    // When
    for (int round = 0; round < 6; round++) {
      error("pump.start", "{\"pump\":\"" + word(400 + round) + "\"}", "the main switch is off");
      done(4);
      fresh(2);
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void itemsThatAListOfferedAreLeftOut() {
    // Given
    StringBuilder list = new StringBuilder();
    for (int bed = 0; bed < 20; bed++) {
      list.append(word(bed)).append(" planted\n");
    }
    call("bed.list", "{}", list.toString());

    // When
    for (int bed = 0; bed < 20; bed++) {
      call("bed.inspect", "{\"bed\":\"" + word(bed) + "\"}", "no pest");
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void inventedItemsAreReportedFromTheSecondLengthOnly() {
    // When
    for (int bed = 0; bed < 13; bed++) {
      call("bed.inspect", "{\"bed\":\"" + word(bed) + "\"}", "no such bed");
    }

    // Then
    assertThat(limits()).containsExactly(12.0);
  }

  @Test
  void itemsOfAGoalForEachAreLeftOut() {
    // Given
    record(task.starts("Inspect every bed of the greenhouse, one by one."));

    // When
    for (int bed = 0; bed < 20; bed++) {
      call("bed.inspect", "{\"bed\":\"" + word(bed) + "\"}", "no pest");
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"599, 1", "600, 0"})
  void aBreakOfTenMinutesEndsAStretch(int seconds, int reported) {
    // Given
    empty(6);

    // When
    breaks(Duration.ofSeconds(seconds));
    empty(1);

    // Then
    assertThat(verdicts).hasSize(reported);
    empty(6);
    assertThat(verdicts).extracting(LoopVerdict::getLimit).contains(7.0);
  }

  @Test
  void aBreakBeforeACallThatFailsEndsNothing() {
    // Given
    empty(6);

    // When
    breaks(Duration.ofMinutes(30));
    error("pump.start", "{}", "the main switch is off");
    empty(1);

    // Then
    assertThat(limits()).containsExactly(7.0);
  }

  /** So much time between the last result and the next call; an event takes a second. */
  private void breaks(Duration time) {
    story.advanceTime(time.minusSeconds(1));
  }

  @Test
  void unknownAndRunningDoNotCount() {
    // When
    for (int round = 0; round < 12; round++) {
      call("camera.shoot", "{}", null);
      call("job.state", "{\"job\":7}", "still running");
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void unknownAndRunningAreNotAmongTheLastEight() {
    // When
    for (int round = 0; round < 7; round++) {
      empty(1);
      call("camera.shoot", "{}", null);
      call("job.state", "{\"job\":7}", "still running");
    }

    // Then
    assertThat(limits()).containsExactly(7.0);
  }

  @Test
  void resultsWithoutACallAndTransportRetriesDoNotCount() {
    // When
    for (int round = 0; round < 12; round++) {
      record(task.returns("lost" + round, "log.search", "No matches"));
      record(task.retries("r" + round, "log.search", "{}", "lost" + round));
      record(task.returns("r" + round, "log.search", "No matches"));
    }

    // Then
    assertThat(verdicts).isEmpty();
  }
}
