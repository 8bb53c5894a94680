package dev.eddyline.evaluator;

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
  static final Duration LEFT_ALONE = Duration.ofMinutes(1);

  /** Maximum pause before a retry; a longer requested wait starts a cool-down instead. */
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(ModelEvaluator.class);

  /** Sleeps. */
  @FunctionalInterface
  interface Pause {

    /** Sleeps for this time, or returns at once if interrupted. */
    void take(Duration time);
  }

  private final EvaluatorSettings settings;
  private final Endpoint endpoint;
  private final Evaluator rules;
  private final Spending spending;
  private final Clock clock;
  private final Pause pause;
  private Instant leftAloneUntil = Instant.MIN;

  ModelEvaluator(
      EvaluatorSettings settings, Endpoint endpoint, Evaluator rules, Clock clock, Pause pause) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
    this.rules = Objects.requireNonNull(rules, "rules");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.pause = Objects.requireNonNull(pause, "pause");
    spending = new Spending(settings, clock);
  }

  /** Maximum time of one judgement. */
  static Duration longest(EvaluatorSettings settings) {
    return settings
        .timeout()
        .multipliedBy(settings.retries() + 1L)
        .plus(LONGEST_PAUSE.multipliedBy(settings.retries()));
  }

  @Override
  public Judgement judge(ProgressEvaluationRequest request) {
    if (clock.instant().isBefore(leftAloneUntil) || isOld(request)) {
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
  private boolean isOld(ProgressEvaluationRequest request) {
    return request.getDecidedAt().plus(Policy.FORGET_AFTER).isBefore(clock.instant());
  }

  private Judgement ask(Prompt prompt) {
    for (int tried = 0; ; tried++) {
      Optional<String> limit = spending.begin(prompt);
      if (limit.isPresent()) {
        throw EndpointFailedException.forGood(limit.get() + " is reached");
      }
      try {
        Endpoint.Reply reply = endpoint.ask(prompt);
        spending.end(prompt, reply);
        return AnswerFormat.read(reply.text(), settings.model());
      } catch (EndpointFailedException failed) {
        Duration wait = failed.after().orElse(Duration.ofSeconds(1L << tried));
        boolean goesOn = failed.isPassing() && wait.compareTo(LONGEST_PAUSE) <= 0;
        if (!goesOn || tried >= settings.retries()) {
          Duration alone = wait.compareTo(LEFT_ALONE) > 0 ? wait : LEFT_ALONE;
          leftAloneUntil = clock.instant().plus(alone);
          throw failed;
        }
        pause.take(wait);
      }
    }
  }
}
