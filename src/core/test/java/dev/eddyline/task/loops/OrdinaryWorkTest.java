package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.task.scenario.EngineScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What resembles a loop and is ordinary work under the default policy, and the loop that it
 * resembles.
 */
class OrdinaryWorkTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private int calls;

  /** What says that it runs may be polled four times as often as what brings nothing. */
  @ParameterizedTest
  @CsvSource({"15, 0, 10, 0", "0, 20, 10, 0", "2, 3, 8, 0", "15, 0, 17, 2", "40, 1, 17, 2"})
  void pollsOfWhatRunsMayBeMany(int idle, int taking, int times, int loops) {
    // When
    IntStream.range(0, times).forEach(poll -> polls("job_status", "running", idle, taking));

    // Then
    assertThat(verdicts).extracting(LoopVerdict::getReason).hasSize(loops);
  }

  @ParameterizedTest
  @CsvSource({"30, 5, 0", "30, 8, 1", "1, 2, 1"})
  void retriesOfAFailingCallMayBeManyIfTheyArePaced(int idle, int times, int loops) {
    // Given
    for (int page = 0; page < 6; page++) {
      story.advanceTime(Duration.ofSeconds(2));
      does("read", "{\"page\": " + page + "}", "page " + page + " of the list");
    }

    // When
    for (int retry = 0; retry < times; retry++) {
      story.advanceTime(Duration.ofSeconds(idle));
      fails("install", "{}", "the lock is held by another process");
    }

    // Then
    assertThat(types()).filteredOn(LoopType.IDENTICAL_FAILURE::equals).hasSize(loops);
  }

  @Test
  void slowRetriesWithOtherWorkBetweenAreALoop() {
    // When
    for (int round = 0; round < 3; round++) {
      story.advanceTime(Duration.ofMinutes(2));
      does("edit", "{}", "changed");
      story.advanceTime(Duration.ofMinutes(2));
      fails("test", "{}", "expected a total of 90");
    }

    // Then
    assertThat(types()).contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void slowRoundsOfWorkAreALoop() {
    // When
    for (int round = 0; round < 3; round++) {
      for (String tool : List.of("read", "think", "test")) {
        story.advanceTime(Duration.ofMinutes(3));
        does(tool, "{}", tool + " gave the same");
      }
    }

    // Then
    assertThat(types()).contains(LoopType.REPEATED_ACTION);
  }

  @Test
  void slowWorkInAStepIsALoop() {
    // Given
    story.task("T1").enters("worker");

    // When
    for (int round = 0; round < 3; round++) {
      story.advanceTime(Duration.ofMinutes(2));
      says("judge", "Round " + round + ": the test is still red.");
      story.advanceTime(Duration.ofMinutes(2));
      fails("test", "{}", "expected a total of 90");
    }

    // Then
    assertThat(types()).contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void pauseBetweenRoundsOfPollsCounts() {
    // When
    for (int round = 0; round < 6; round++) {
      story.advanceTime(Duration.ofMinutes(5));
      for (String worker : List.of("north", "south", "east")) {
        does("worker_status", "{\"worker\":\"" + worker + "\"}", worker + " is busy");
      }
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"35, 11, 0", "35, 12, 1", "3, 11, 0", "3, 12, 1"})
  void notesThatSomethingRunsMayBeMany(int idle, int times, int loops) {
    // When
    for (int note = 0; note < times; note++) {
      story.advanceTime(Duration.ofSeconds(idle));
      says("progress", "The report is being computed, please wait.");
    }

    // Then
    assertThat(types()).filteredOn(LoopType.REPEATED_MESSAGE::equals).hasSize(loops);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok", "1 row affected", "", "written", "gespeichert"})
  void equalAcknowledgementsOfDifferentWorkAreNoLoop(String acknowledgement) {
    // When
    IntStream.range(0, 20).forEach(row -> does("insert", "{\"id\":" + row + "}", acknowledgement));

    // Then
    assertThat(verdicts).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok", "1 row affected", "", "written", "gespeichert"})
  void equalAcknowledgementsOfTheSameWorkAreALoop(String acknowledgement) {
    // When
    IntStream.range(0, 4).forEach(row -> does("insert", "{\"id\":1}", acknowledgement));

    // Then
    assertThat(types()).containsExactly(LoopType.REPEATED_ACTION);
  }

  @ParameterizedTest
  @CsvSource({"all clean", "0 problems", "nothing to commit"})
  void cleanCheckAfterEachDifferentEditIsNoLoop(String clean) {
    // When
    for (int file = 0; file < 10; file++) {
      does("edit", "{\"file\":\"f" + file + "\"}", "f" + file + " was changed");
      does("check", "{}", clean);
    }

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void cleanCheckAfterTheSameReadIsALoop() {
    // When
    for (int round = 0; round < 4; round++) {
      does("read", "{\"file\":\"f\"}", "f has 3 lines");
      does("check", "{}", "all clean");
    }

    // Then
    assertThat(types()).contains(LoopType.REPEATED_ACTION);
  }

  @Test
  void stepsWithDifferentResponsesAreNoLoop() {
    // Given
    List<String> objections = List.of("too long", "no numbers", "wrong source", "a typo", "good");

    // When
    rounds(
        5, round -> "Draft number " + round + " about " + objections.get(round), objections::get);

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void stepsWithTheSameResponsesAreALoop() {
    // When
    rounds(5, round -> "The draft is as it was before.", round -> "It is too long.");

    // Then
    assertThat(types()).containsAnyOf(LoopType.OSCILLATING_CYCLE, LoopType.TRANSITION_PATTERN);
  }

  @Test
  void differentAnswersToTheSameObjectionAreALoop() {
    // Given
    List<String> drafts = List.of("short", "with numbers", "from a source", "typed again", "good");

    // When
    rounds(5, round -> "A draft that is " + drafts.get(round), round -> "It has no summary.");

    // Then
    assertThat(types()).containsAnyOf(LoopType.OSCILLATING_CYCLE, LoopType.TRANSITION_PATTERN);
  }

  private void rounds(int times, IntFunction<String> draft, IntFunction<String> judgement) {
    for (int round = 0; round < times; round++) {
      verdicts.addAll(story.task("T1").enters("draft").verdicts());
      says("draft", draft.apply(round));
      verdicts.addAll(story.task("T1").moves("draft", "judge").verdicts());
      verdicts.addAll(story.task("T1").enters("judge").verdicts());
      says("judge", judgement.apply(round));
      verdicts.addAll(story.task("T1").moves("judge", "draft").verdicts());
    }
  }

  private void polls(String tool, String output, int idle, int taking) {
    story.advanceTime(Duration.ofSeconds(idle));
    String callId = "c" + calls++;
    verdicts.addAll(story.task("T1").calls(callId, tool, "{}").verdicts());
    story.advanceTime(Duration.ofSeconds(taking));
    verdicts.addAll(story.task("T1").returns(callId, tool, output).verdicts());
  }

  private void does(String tool, String arguments, String output) {
    String callId = "c" + calls++;
    verdicts.addAll(story.task("T1").calls(callId, tool, arguments).verdicts());
    verdicts.addAll(story.task("T1").returns(callId, tool, output).verdicts());
  }

  private void fails(String tool, String arguments, String output) {
    String callId = "c" + calls++;
    verdicts.addAll(story.task("T1").calls(callId, tool, arguments).verdicts());
    verdicts.addAll(story.task("T1").returnsError(callId, tool, output).verdicts());
  }

  private void says(String step, String text) {
    verdicts.addAll(story.task("T1").publishesBody(new ResponseProduced(step, text)).verdicts());
  }

  private List<LoopType> types() {
    return verdicts.stream().map(LoopVerdict::getLoopType).toList();
  }
}
