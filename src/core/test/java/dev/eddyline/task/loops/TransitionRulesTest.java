package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Repeated and oscillating transitions, and the limit of iterations. */
class TransitionRulesTest {

  private static final String PATTERN = "transition_pattern: {}";
  private static final String OSCILLATION = "oscillating_cycle: {cycleLength: %d}";
  private static final String FAR = "gate: {loops: 100, attempts: null}";

  /** The verdicts on transitions such as {@code a-b b-c}, in order. */
  private static List<LoopVerdict> verdicts(EngineScenario story, String transitions) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (String edge : transitions.split(" ")) {
      String[] steps = edge.split("-");
      verdicts.addAll(story.task("T1").moves(steps[0], steps[1]).verdicts());
    }
    return verdicts;
  }

  /** The transitions along a path such as {@code abcba}. */
  private static String along(String path) {
    List<String> edges = new ArrayList<>();
    for (int i = 1; i < path.length(); i++) {
      edges.add(path.charAt(i - 1) + "-" + path.charAt(i));
    }
    return String.join(" ", edges);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a-b c-d a-b c-d | a→b, c→d",
        "a-b b-c x-y a-b b-c x-y | a→b, b→c, x→y",
        "a-b a-c a-b a-c | a→b, a→c",
        "a-b b-c a-b b-c | a→b→c",
        "a-b b-a a-b b-a | a→b→a",
      })
  void transitionsThatDoNotJoinAreListed(String transitions, String pattern) {
    List<LoopVerdict> verdicts = verdicts(EngineScenario.underYaml(PATTERN, FAR), transitions);

    assertThat(verdicts).extracting(LoopVerdict::getPattern).containsExactly(pattern);
    assertThat(verdicts.get(0).getReason())
        .isEqualTo("The transitions %s were made 2 times, one after the other".formatted(pattern));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "i-p p-i i-b b-i i-p p-i i-b",
        "p-b b-i i-p p-b b-i i-p p-b",
        "p-b b-p p-i i-p p-b b-p",
      })
  void aTransitionToAStepThatIsOffBreaksTheRow(String transitions) {
    EngineScenario story =
        EngineScenario.underYaml(
            PATTERN,
            OSCILLATION.formatted(3),
            "steps: {i: {transition_pattern: {enabled: false}, oscillating_cycle: {enabled: false}}}");

    assertThat(verdicts(story, transitions)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a-poll poll-b b-a a-poll poll-b b-a a-poll poll-b b-a",
        "a-b b-a a-poll poll-a a-b b-a",
        "a-b b-poll poll-a a-b b-poll poll-a a-b",
      })
  void aTransitionOfAMutedStepBreaksTheRow(String transitions) {
    EngineScenario story =
        EngineScenario.underYaml(
            PATTERN,
            OSCILLATION.formatted(3),
            "mutes: [{step: poll, reason: waits, until: 2030-01-01T00:00:00Z}]");

    assertThat(verdicts(story, transitions)).isEmpty();
  }

  @Test
  void whatRepeatsBetweenTwoBreaksIsStillReported() {
    EngineScenario story =
        EngineScenario.underYaml(
            PATTERN, "mutes: [{step: poll, reason: waits, until: 2030-01-01T00:00:00Z}]");

    assertThat(verdicts(story, "a-poll poll-a a-b b-a a-b b-a a-poll")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"fixtestfix, 4", "ababa, 4", "abcbabcb, 7"})
  void underPhasesAPathOutAndBackIsAnOscillatingCycle(String path, int atTransition) {
    EngineScenario story = EngineScenario.under("phases");
    String edges = path.startsWith("fix") ? "fix-test test-fix fix-test test-fix" : along(path);
    List<LoopVerdict> verdicts = verdicts(story, edges);

    assertThat(edges.split(" ")).hasSize(atTransition);
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).getLoopType()).isEqualTo(LoopType.OSCILLATING_CYCLE);
    assertThat(verdicts.get(0).getReason()).startsWith("Oscillating cycle detected: ");
    assertThat(verdicts.get(0).getAction()).isEqualTo(Action.BLOCK_TRANSITION);
  }

  @Test
  void underPhasesAWayRoundIsATransitionPattern() {
    List<LoopVerdict> verdicts = verdicts(EngineScenario.under("phases"), along("abcabca"));

    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.TRANSITION_PATTERN);
  }

  @ParameterizedTest
  @CsvSource({"abcdeabcdea, phases, 0", "abcdefabcdefa, phases, 0", "abcdabcda, phases, 1"})
  void underPhasesOnlyShortSequencesArePatterns(String path, String preset, int expected) {
    assertThat(verdicts(EngineScenario.under(preset), along(path))).hasSize(expected);
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "2, 0", "1, 0", "25, 1"})
  void maxLengthLimitsTheSequencesThatAreLookedFor(int maxLength, int expected) {
    EngineScenario story =
        EngineScenario.underYaml("transition_pattern: {maxLength: %d}".formatted(maxLength));

    assertThat(verdicts(story, along("abcabca"))).hasSize(expected);
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "3, 0", "4, 1", "5, 1"})
  void aDeepPathIsFoundIfTheCycleLengthAllowsIt(int cycleLength, int expected) {
    EngineScenario story = EngineScenario.underYaml(OSCILLATION.formatted(cycleLength), FAR);

    assertThat(
            verdicts(story, along("abcdcbabcdcba")).stream()
                .filter(verdict -> verdict.getPattern().startsWith("a→b→c→d")))
        .hasSize(expected);
  }

  @Test
  void cycleLengthFiveLooksAtSixteenTransitions() {
    EngineScenario story = EngineScenario.underYaml(OSCILLATION.formatted(5), FAR);

    assertThat(verdicts(story, along("abcdedcbabcdedcba")))
        .extracting(LoopVerdict::getPattern)
        .contains("a→b→c→d→e→d→c→b→a");
  }

  @Test
  void iterationLimitCountsTransitionsInATaskWithoutStepEntries() {
    EngineScenario story = EngineScenario.underYaml("iteration_limit: {maxIterations: 3}", FAR);

    List<LoopVerdict> verdicts = verdicts(story, "a-b b-c c-d d-e");

    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).getReason())
        .isEqualTo("The task made 4 transitions, the limit is 3");
    assertThat(verdicts.get(0).getMeasured()).isEqualTo(4);
  }

  @Test
  void iterationLimitCountsNoTransitionsWhereStepsAreEntered() {
    EngineScenario story = EngineScenario.underYaml("iteration_limit: {maxIterations: 3}", FAR);
    story.task("T1").enters("a");

    assertThat(verdicts(story, "a-b b-c c-d d-e e-f f-g")).isEmpty();
    story.task("T1").enters("b");
    story.task("T1").enters("c");
    assertThat(story.task("T1").enters("d").verdict().getReason())
        .isEqualTo("The task entered 4 steps, the limit is 3");
  }

  @Test
  void theFirstStepEntryReplacesTheTransitionsCountedBefore() {
    EngineScenario story = EngineScenario.underYaml("iteration_limit: {maxIterations: 3}", FAR);
    verdicts(story, "a-b b-c c-d");

    for (String step : List.of("a", "b", "c")) {
      assertThat(story.task("T1").enters(step).verdicts()).isEmpty();
    }
    assertThat(story.task("T1").enters("d").verdicts()).hasSize(1);
  }

  @Test
  void aHundredTransitionsAreWithinTheDefaultLimitAndOneMoreIsNot() {
    EngineScenario story = EngineScenario.under("graph");
    for (int i = 0; i < 100; i++) {
      assertThat(story.task("T1").moves("n" + i, "n" + (i + 1)).verdicts()).isEmpty();
    }

    assertThat(story.task("T1").moves("n100", "n101").verdict().getLoopType())
        .isEqualTo(LoopType.ITERATION_LIMIT);
  }
}
