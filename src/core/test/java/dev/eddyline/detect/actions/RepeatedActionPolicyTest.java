package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a policy may say of repeated_action. */
class RepeatedActionPolicyTest {

  @Test
  void unsetKeysHaveTheSpecifiedDefaults() {
    RepeatedActionLimits limits = RepeatedActionPolicy.of();

    assertThat(limits)
        .isEqualTo(
            new RepeatedActionLimits(
                true,
                Set.of(ActionPattern.PatternKind.values()),
                4,
                3,
                3,
                10,
                5,
                20,
                4,
                6,
                0.95,
                RepeatedAction.MissingOutcome.NOT_PROVEN,
                RepeatedAction.JudgedBy.RESULT,
                Duration.ofHours(24),
                limits.waits(),
                RepeatedAction.NearBy.WORDS,
                limits.masking()));
  }

  @Test
  void noPatternIsAllowed() {
    assertThat(RepeatedActionPolicy.of("patterns: []").patterns()).isEmpty();
    assertThat(RepeatedActionPolicy.of("patterns: [Near]").patterns())
        .containsExactly(ActionPattern.PatternKind.NEAR);
  }

  @Test
  void interleavedFollowsTheNumberOfCallsThatItIsLookedForIn() {
    assertThat(RepeatedActionPolicy.of("interleavedWithin: 4").interleaved()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxPeriod: 11 | maxPeriod: must be ≤ 10, was 11",
        "maxPeriod: 1 | maxPeriod: must be ≥ 2, was 1",
        "interleavedWithin: 21 | interleavedWithin: must be ≤ 20, was 21",
        "interleaved: 21 | interleaved: must be ≤ 20, was 21",
        "similarity: 0.4 | similarity: must be ≥ 0.5, was 0.4",
        "similarity: 1.5 | similarity: must be ≤ 1.0, was 1.5",
        "similarity: much | similarity: must be a number, was string much",
        "patterns: exact | patterns: must be a list, was string exact",
        "patterns: [round] | patterns[0]: must be one of exact, cycle, interleaved, near, stagnant, was 'round'",
        "pattern: [exact] | pattern: unknown key; nearest: patterns",
      })
  void aMistakeIsNamedByItsPath(String key, String problem) {
    assertThat(RepeatedActionPolicy.problems(key)).containsExactly("repeated_action." + problem);
  }
}
