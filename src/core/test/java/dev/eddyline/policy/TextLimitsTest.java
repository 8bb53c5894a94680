package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.requests.CollaborationLoop;
import dev.eddyline.detect.requests.RepeatedMessage;
import dev.eddyline.detect.requests.RequestMeasure;
import dev.eddyline.detect.responses.SimilarResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits of the rules about texts, in presets and in policies of one's own. */
class TextLimitsTest {

  @Test
  void judgeWorkerPresetHasItsLimitsAndNoResetOnProgress() {
    var limits =
        (SimilarResponse.Limits) limits(Policies.preset("judge-worker"), "similar_response");

    assertThat(limits)
        .isEqualTo(
            new SimilarResponse.Limits(
                true,
                0.8,
                SimilarResponse.ComparisonScope.STEP,
                3,
                SimilarResponse.Measure.JACCARD,
                0,
                Duration.ofHours(24),
                false,
                limits.masking()));
    assertThat(limits(Policies.preset("judge-worker"), "collaboration_loop").enabled()).isFalse();
    assertThat(limits(Policies.preset("judge-worker"), "repeated_message").enabled()).isFalse();
  }

  @Test
  void failuresPresetHasItsCollaborationLoopLimits() {
    var limits =
        (CollaborationLoop.Limits) limits(Policies.preset("failures"), "collaboration_loop");

    assertThat(limits.enabled()).isTrue();
    assertThat(limits.similarity()).isEqualTo(RequestMeasure.MEANING);
    assertThat(limits.threshold()).isEqualTo(0.85);
    assertThat(limits(Policies.preset("failures"), "similar_response").enabled()).isFalse();
  }

  @Test
  void ordinaryLifeIsJudgedMoreMildly() {
    Policy policy = Policies.preset("default");
    var responses = (SimilarResponse.Limits) limits(policy, "similar_response");
    var messages = (RepeatedMessage.Limits) limits(policy, "repeated_message");

    assertThat(responses.newResultForgives()).isTrue();
    assertThat(responses.minLength()).isEqualTo(250);
    assertThat(messages.times()).isEqualTo(3);
    assertThat(messages.minLength()).isEqualTo(20);
    assertThat(limits(policy, "collaboration_loop").enabled()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "similar_response: {threshold: 0}     | similar_response.threshold: must be ≥ 0.1, was 0",
        "similar_response: {threshold: 80}    | similar_response.threshold: must be ≤ 1.0, was 80",
        "similar_response: {threshold: high}  | similar_response.threshold: must be a number, was string high",
        "similar_response: {windowSize: 11}   | similar_response.windowSize: must be ≤ 10, was 11",
        "similar_response: {measure: cosine}  | similar_response.measure: must be one of jaccard, levenshtein, meaning, was 'cosine'",
        "collaboration_loop: {threshold: 1.1} | collaboration_loop.threshold: must be ≤ 1.0, was 1.1",
        "repeated_message: {times: 1}         | repeated_message.times: must be ≥ 2, was 1",
      })
  void aValueOutOfItsRangeIsReportedWithItsPathAndLimits(String yaml, String problem) {
    assertThatThrownBy(() -> PolicyReader.read("test", "name: x\n" + yaml))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessage("test: " + problem);
  }

  @Test
  void integerIsAcceptedAsDecimal() {
    Policy policy = PolicyReader.read("test", "name: x\ncollaboration_loop: {threshold: 1}");

    assertThat(((CollaborationLoop.Limits) limits(policy, "collaboration_loop")).threshold())
        .isEqualTo(1);
  }

  private static Detector.Limits limits(Policy policy, String key) {
    Detector<?, ?> rule =
        Detectors.ALL.stream().filter(d -> d.key().equals(key)).findFirst().orElseThrow();
    return policy.limits(rule);
  }
}
