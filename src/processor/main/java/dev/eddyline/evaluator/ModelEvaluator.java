package dev.eddyline.evaluator;

import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.Judgement;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.ProgressEvaluationRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a model within its limits, with the rules as fallback. After a permanent failure the model
 * is not called during a cool-down, so that requests do not wait for it.
 */
final class ModelEvaluator implements Evaluator {

  /** Cool-down after a permanent failure. */
  static final Duration MIN_COOL_DOWN = Duration.ofMinutes(1);

  /** Maximum pause before a retry; a longer requested wait starts a cool-down instead. */
  static final Duration MAX_RETRY_PAUSE = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(ModelEvaluator.class);

  /** Sleeps. */
  @FunctionalInterface
  interface Pause {

    /** Sleeps for this time, or returns at once if interrupted. */
    void sleep(Duration time);
  }

  private final EvaluatorSettings settings;
  private final Endpoint endpoint;
  private final Evaluator rules;
  private final ModelBudget spending;
  private final Clock clock;
  private final Pause pause;
  private Instant coolDownUntil = Instant.MIN;

  ModelEvaluator(
      EvaluatorSettings settings, Endpoint endpoint, Evaluator rules, Clock clock, Pause pause) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
    this.rules = Objects.requireNonNull(rules, "rules");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.pause = Objects.requireNonNull(pause, "pause");
    spending = new ModelBudget(settings, clock);
  }

  /** Maximum time of one judgement. */
  static Duration maxJudgementDuration(EvaluatorSettings settings) {
    return settings
        .timeout()
        .multipliedBy(settings.retries() + 1L)
        .plus(MAX_RETRY_PAUSE.multipliedBy(settings.retries()));
  }

  @Override
  public Judgement judge(ProgressEvaluationRequest request) {
    if (clock.instant().isBefore(coolDownUntil) || isTaskStateExpired(request)) {
      return rules.judge(request);
    }
    try {
      return ask(Prompt.of(request));
    } catch (EndpointFailedException failed) {
      LOG.atWarn()
          .addKeyValue("request_id", request.getRequestId())
          .addKeyValue("task_id", request.getTaskId())
          .addKeyValue("reason", failed.getMessage())
          .log("evaluator model failed: rules answer instead");
      return rules.judge(request);
    }
  }

  /** Whether the task's state has expired: the answer would have no effect. */
  private boolean isTaskStateExpired(ProgressEvaluationRequest request) {
    return request.getDecidedAt().plus(Policy.FORGET_AFTER).isBefore(clock.instant());
  }

  private Judgement ask(Prompt prompt) {
    for (int attempt = 0; ; attempt++) {
      Optional<String> limit = spending.reserveMaxCost(prompt);
      if (limit.isPresent()) {
        throw EndpointFailedException.permanentFailure(limit.get() + " is reached");
      }
      try {
        Endpoint.ModelReply reply = endpoint.ask(prompt);
        spending.replaceReservedByActualCost(prompt, reply);
        return AnswerFormat.parse(reply.text(), settings.model());
      } catch (EndpointFailedException failed) {
        Duration wait = failed.retryAfter().orElse(Duration.ofSeconds(1L << attempt));
        boolean retryable = failed.isRetryable() && wait.compareTo(MAX_RETRY_PAUSE) <= 0;
        if (!retryable || attempt >= settings.retries()) {
          Duration coolDown = wait.compareTo(MIN_COOL_DOWN) > 0 ? wait : MIN_COOL_DOWN;
          coolDownUntil = clock.instant().plus(coolDown);
          throw failed;
        }
        pause.sleep(wait);
      }
    }
  }
}
