package dev.eddyline.evaluator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.Judgement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model behind a server that errs, is slow, and talks nonsense. */
class ModelFailuresTest extends ModelEvaluatorFixture {

  @Test
  void tooManyRequestsAreTriedAgainWhenTheServerSays() {
    // Given
    server.repliesWithError(429, "7").repliesWithJudgement("no_progress", "Same again");

    // When
    Judgement judged = evaluator().judge(REQUEST);

    // Then
    assertThat(judged.evaluator()).isEqualTo("model-1");
    assertThat(pauses).containsExactly(Duration.ofSeconds(7));
  }

  @Test
  void longRetryAfterStartsACoolDown() {
    // Given
    server.repliesWithError(429, "120").repliesWithJudgement("no_progress", "Same again");
    Evaluator evaluator = evaluator();

    // When / Then
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("rules");
    clock.now = clock.now.plusSeconds(119);
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(server.requestBodies()).hasSize(1);
    clock.now = clock.now.plusSeconds(1);
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("model-1");
    assertThat(pauses).isEmpty();
  }

  @Test
  void errorsOfTheServerAreTriedAgainAfterPausesThatGrowAndThenTheRulesAnswer() {
    // Given
    server.repliesWithError(500, null).repliesWithError(503, null).repliesWithError(502, null);

    // When
    Judgement judged = evaluator().judge(REQUEST);

    // Then
    assertThat(judged.evaluator()).isEqualTo("rules");
    assertThat(server.requestBodies()).hasSize(3);
    assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 401, 403, 404})
  void permanentErrorIsNotRetried(int status) {
    // Given
    server.repliesWithError(status, null);

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(server.requestBodies()).hasSize(1);
  }

  @Test
  void hangingAnswerTimesOutAndStartsACoolDown() {
    // Given
    server.neverReplies().repliesWithEndlessBody();
    Evaluator evaluator = evaluatorWithShortTimeout();

    // When / Then: each retry is a pause
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(pauses).hasSize(1);
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(pauses).hasSize(1);
    clock.now = clock.now.plus(ModelEvaluator.MIN_COOL_DOWN);
    assertThat(evaluator.judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(pauses).hasSize(2);
  }

  @Test
  void aConnectionThatEndsIsTriedAgain() {
    // Given
    server.closesConnection().repliesWithJudgement("reasoning", "ok");

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("model-1");
  }

  @Test
  void aRefusalIsNoAnswer() {
    // Given
    server.repliesWithRefusal();

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("rules");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "I think it is regressive.",
        "{\"verdict\":\"regressive\",\"rea",
        "[]",
        "null",
        "{\"verdict\":\"worse\",\"reason\":\"x\"}",
        "{\"verdict\":\"REGRESSIVE\",\"reason\":\"x\"}",
        "{\"verdict\":\"unknown\",\"reason\":\"x\"}",
        "{\"verdict\":\"regressive\"}",
        "{\"verdict\":\"regressive\",\"reason\":\"\"}",
        "{\"verdict\":\"regressive\",\"reason\":7}",
        "{\"verdict\":[\"regressive\"],\"reason\":\"x\"}",
        "{\"verdict\":\"regressive\",\"reason\":\"x\",\"more\":1}",
        "{\"verdict\":\"regressive\",\"reason\":\"x\"} and more",
      })
  void invalidAnswerIsRetried(String nonsense) {
    // Given
    server.repliesWithContent(nonsense).repliesWithJudgement("reasoning", "ok");

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("model-1");
    assertThat(server.requestBodies()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{}", "{\"choices\":[]}", "{\"choices\":[{\"message\":{}}]}"})
  void responseOfAnotherProtocolIsAFailure(String body) {
    // Given
    server.repliesWithBody(body);

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("rules");
  }

  @Test
  void anEndlessAnswerIsNotReadToItsEnd() {
    // Given
    server.repliesWithBody(" ".repeat(EndpointHttp.MAX_BYTES + 1));

    // When / Then
    assertThat(evaluator().judge(REQUEST).evaluator()).isEqualTo("rules");
    assertThat(server.requestBodies()).hasSize(1);
  }

  @Test
  void overlongReasonIsInvalid() {
    // Given
    server
        .repliesWithJudgement("reasoning", "x".repeat(AnswerFormat.MAX_REASON + 1))
        .repliesWithJudgement("reasoning", "ok");

    // When / Then
    assertThat(evaluator().judge(REQUEST).reason()).isEqualTo("ok");
  }
}
