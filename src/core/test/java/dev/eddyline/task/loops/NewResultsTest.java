package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which results of tools are really new. */
class NewResultsTest {

  private static final String LONG =
      IntStream.range(0, 60).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

  private final EngineScenario story = EngineScenario.under("default");
  private int calls;

  @Test
  void theFirstResultOfACallIsNewAndTheSameAgainIsNot() {
    // When
    does("ls", "a");
    does("ls", "a");
    does("ls", "a, took 3ms");
    does("ls", "a, took 5ms");

    // Then
    assertThat(newResultCount()).isEqualTo(2);
  }

  @Test
  void aSmallDifferenceInALineIsNew() {
    // When
    does("build", LONG + " 1");
    does("build", LONG + " 2");

    // Then
    assertThat(newResultCount()).isEqualTo(2);
  }

  @Test
  void anExitCodeThatDiffersIs() {
    // When
    does("build", LONG + " exit code 1");
    does("build", LONG + " exit code 2");

    // Then
    assertThat(newResultCount()).isEqualTo(2);
  }

  @Test
  void anErrorIsNever() {
    // When
    story.task("T1").calls("c", "ls", "{}");
    story.task("T1").returnsError("c", "ls", "denied");

    // Then
    assertThat(newResultCount()).isZero();
  }

  @Test
  void resultSeenWithinTheLastTwentyActionsIsNotNew() {
    // Given
    does("ls", "a");
    IntStream.range(0, 18).forEach(i -> does("tool" + i, "x"));

    // When
    long before = newResultCount();
    does("ls", "a");

    // Then
    assertThat(newResultCount()).isEqualTo(before);
  }

  @Test
  void resultOfUnknownCallIsNew_unlessTheToolReturnedItBefore() {
    // When
    story.task("T1").returns("lost 1", "ls", "a");
    story.task("T1").returns("lost 2", "ls", "a");
    story.task("T1").returns("lost 3", "cat", "a");
    story.task("T1").returns("lost 4", "cat", "b");
    story.task("T1").returns("lost 5", "ls", "a");
    story.task("T1").returns("lost 6", "cat", "a");

    // Then
    assertThat(newResultCount()).isEqualTo(3);
  }

  @Test
  void eightDistinctResultsOfUnknownCallsAreStored() {
    // When
    for (int round = 0; round < 3; round++) {
      IntStream.range(0, 8).forEach(i -> story.task("T1").returns("lost", "tool" + i, "x"));
    }

    // Then
    assertThat(newResultCount()).isEqualTo(8);
  }

  @Test
  void anErrorOrAnActionInBetweenMakesNoneOfThemNew() {
    // Given
    story.task("T1").returns("lost 1", "ls", "a");
    story.task("T1").returnsError("lost 2", "ls", "denied");
    does("cat", "b");

    // When
    story.task("T1").returns("lost 3", "ls", "a");

    // Then
    assertThat(newResultCount()).isEqualTo(2);
  }

  @Test
  void withoutCallsTheSameResultOfAnotherToolForgivesNoError() {
    // When
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      verdicts.addAll(
          story.task("T1").returnsError("e" + round, "build", "cannot find symbol foo").verdicts());
      story.task("T1").returns("l" + round, "ls", "a.txt b.txt");
    }

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(
            LoopType.IDENTICAL_FAILURE, LoopType.IDENTICAL_FAILURE, LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void resultOfUnknownCallIsComparedWithEarlierActionsOfItsTool() {
    // Given
    does("ls", "a");
    does("ls", "a");

    // When
    story.task("T1").returns("lost", "ls", "a");

    // Then
    assertThat(newResultCount()).isEqualTo(1);
  }

  @Test
  void noResultIsNewWhileTheAgentWaits() {
    // Given
    story.task("T1").publishesBody(new WaitingStarted("build", null, true));

    // When
    does("status", "queued");
    does("status", "running");

    // Then
    assertThat(newResultCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "repeated_action: {enabled: false}",
        "repeated_action: {missingOutcome: counts}",
        "forgetAfter: 1h",
      })
  void newResultsAreCounted_evenIfRepeatedActionRuleIsDisabled(String line) {
    // Given
    EngineScenario other = EngineScenario.underYaml(line);

    // When
    for (int i = 0; i < 6; i++) {
      other.task("T1").calls("c" + i, "ls", "{}");
      other.task("T1").returns("c" + i, "ls", i < 3 ? "a" : "b");
    }

    // Then
    assertThat(other.memory().taskState("T1").getSigns().getNews()).isEqualTo(2);
  }

  private void does(String tool, String output) {
    String id = "c" + calls++;
    story.task("T1").calls(id, tool, "{}");
    story.task("T1").returns(id, tool, output);
  }

  private long newResultCount() {
    return story.memory().taskState("T1").getSigns().getNews();
  }
}
