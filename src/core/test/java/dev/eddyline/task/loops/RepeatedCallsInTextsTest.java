package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts for agents name what repeats: calls with their arguments, how often, for how long. */
class RepeatedCallsInTextsTest {

  private EngineScenario story = EngineScenario.under("default");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private int calls;

  private void call(String tool, String arguments, String output) {
    add(story.task("T").calls("c" + calls, tool, arguments));
    add(story.task("T").returns("c" + calls++, tool, output));
  }

  private void callFails(String tool, String arguments, String output) {
    add(story.task("T").calls("c" + calls, tool, arguments));
    add(story.task("T").returnsError("c" + calls++, tool, output));
  }

  private void add(Outputs outputs) {
    verdicts.addAll(outputs.verdicts());
  }

  private LoopVerdict first(LoopType type) {
    return verdicts.stream().filter(it -> it.getLoopType() == type).findFirst().orElseThrow();
  }

  @Test
  void theHintNamesTheCallWithItsArguments() {
    // When
    for (int time = 0; time < 5; time++) {
      call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10, low water 10:25");
      story.advanceTime(Duration.ofSeconds(6));
    }

    // Then
    LoopVerdict verdict = verdicts.get(0);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.REPEATED_ACTION);
    assertThat(verdict.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(verdict.getText())
        .startsWith(verdict.getReason())
        .endsWith("Repeated 4 times in 24 s: tide_table {\"harbour\":\"Emden\"}.");
    assertThat(verdict.getReason()).doesNotContain("Emden");
  }

  @Test
  void aCycleListsItsCallsInOrder() {
    // When
    for (int time = 0; time < 4; time++) {
      call("list_boats", "{\"lock\":\"east\"}", "lock 3 holds twelve boats in two rows");
      call("read_gauge", "{\"gauge\":\"upper\"}", "the upper gauge shows 412 since dawn");
    }

    // Then
    LoopVerdict verdict = verdicts.get(0);
    assertThat(verdict.getPattern()).isEqualTo("cycle");
    assertThat(verdict.getText())
        .contains(": list_boats {\"lock\":\"east\"} → read_gauge {\"gauge\":\"upper\"}.")
        .contains("Repeated " + verdict.getOccurrences() + " times in ");
    assertThat(verdict.getEvidence())
        .extracting(Evidence::getWhat)
        .contains("list_boats {\"lock\":\"east\"}");
  }

  @Test
  void equalFailuresNameTheCallThatFails() {
    // When
    callFails("charge", "{\"card\":\"blue\"}", "the drawer is open");
    callFails("charge", "{\"card\":\"blue\"}", "the drawer is open");

    // Then
    LoopVerdict verdict = first(LoopType.IDENTICAL_FAILURE);
    assertThat(verdict.getText()).endsWith(" Failed 2 times in 2 s: charge {\"card\":\"blue\"}.");
    assertThat(verdict.getReason()).isEqualTo("Exact error message match");
  }

  @Test
  void aReportedFailureNamesNoCall() {
    // When
    add(story.task("T").fails("the drawer is open"));
    add(story.task("T").fails("the drawer is open"));

    // Then
    assertThat(first(LoopType.IDENTICAL_FAILURE).getText())
        .endsWith("find the cause, or change the approach.");
  }

  @Test
  void variantsOfACallAreListedNewestLast() {
    // When
    for (String word : List.of("oak", "oaks", "oak tree", "oak trees", "old oak")) {
      callFails("herbarium", "{\"find\":\"" + word + "\"}", "the index of plants is not sorted");
    }

    // Then
    assertThat(verdicts)
        .filteredOn(it -> "near".equals(it.getPattern()))
        .first()
        .satisfies(
            near -> assertThat(near.getText()).contains(", newest last: ", "\"oak trees\"}."));
  }

  @Test
  void anOscillationListsTheCallsOfItsLastRound() {
    // When
    for (int time = 0; time < 4; time++) {
      add(story.task("T").moves("draft", "check"));
      call("spell", "{\"page\":9}", "no mistakes");
      add(story.task("T").moves("check", "draft"));
    }

    // Then
    LoopVerdict verdict = first(LoopType.OSCILLATING_CYCLE);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict.getText())
        .contains("Calls in the last round (")
        .contains("spell {\"page\":9}");
  }

  @Test
  void aRepeatedMessageIsQuotedCut() {
    // When
    for (int time = 0; time < 3; time++) {
      add(
          story
              .task("T")
              .publishesBody(
                  new ResponseProduced(
                      "fences", "I will now mend the northern fence. " + "Soon. ".repeat(20))));
    }

    // Then
    assertThat(first(LoopType.REPEATED_MESSAGE).getText())
        .contains("Repeated 3 times in 2 s: I will now mend the northern fence.")
        .hasSizeLessThan(350);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"password\":\"hunter2\"}", "--password=hunter2", "password=hunter2"})
  void secretsOfCallsAreRedacted(String arguments) {
    // When
    for (int time = 0; time < 8; time++) {
      callFails("login", arguments, "the gate of the depot stays shut");
      call("status", arguments, "the depot is shut on all of its sides");
    }

    // Then
    assertThat(verdicts).anyMatch(it -> it.getText().contains("<redacted>"));
    assertThat(story.published().toString()).doesNotContain("hunter2");
  }

  @Test
  void longArgumentsAreCut() {
    // When
    for (int time = 0; time < 4; time++) {
      call("note", "{\"text\":\"" + "reed ".repeat(400) + "\"}", "the book of notes is full up");
    }

    // Then
    assertThat(verdicts.get(0).getText()).contains("note {\"text\":\"reed").hasSizeLessThan(350);
  }

  @Test
  void evidenceHasTheOutcomesAndTheReasonOfTheNewest() {
    // When
    for (int time = 0; time < 4; time++) {
      callFails("charge", "{\"card\":\"blue\"}", "the drawer is open");
    }

    // Then
    LoopVerdict failure = first(LoopType.IDENTICAL_FAILURE);
    assertThat(failure.getEvidence())
        .extracting(Evidence::getOutcome, Evidence::getOutcomeReason)
        .containsExactly(tuple(null, null), tuple("failed_again", "the same call failed before"));
    LoopVerdict repeated =
        verdicts.stream().filter(it -> it.getPattern() != null).findFirst().orElse(failure);
    assertThat(repeated.getEvidence().get(repeated.getEvidence().size() - 1).getOutcome())
        .isEqualTo("failed_again");
  }

  @Test
  void earlierCallsOfARepetitionHaveTheirOutcomes() {
    // When
    for (int time = 0; time < 4; time++) {
      call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10, low water 10:25");
    }

    // Then
    assertThat(first(LoopType.REPEATED_ACTION).getEvidence())
        .extracting(Evidence::getOutcome)
        .containsExactly("done", "known", "known", "known");
  }

  @Test
  void aPolicyThatJudgesByResultNamesNoCall() {
    // Given
    story = EngineScenario.underYaml("repeated_action: {}", "identical_failure: {}");

    // When
    for (int time = 0; time < 5; time++) {
      call("tide_table", "{\"harbour\":\"Emden\"}", "high water 04:10, low water 10:25");
      callFails("charge", "{\"card\":\"blue\"}", "the drawer is open");
    }

    // Then
    assertThat(verdicts).isNotEmpty();
    assertThat(verdicts.toString()).doesNotContain("Emden", "blue", "times in");
    assertThat(verdicts)
        .flatExtracting(LoopVerdict::getEvidence)
        .allMatch(it -> it.getOutcome() == null && it.getOutcomeReason() == null);
  }
}
