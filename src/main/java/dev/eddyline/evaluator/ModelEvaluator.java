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
 * Asks a model within its limits, and the rules where it cannot be asked. One that failed for good
 * is left alone for a while, so that requests do not wait for it one after the other.
 */
final class ModelEvaluator implements Evaluator {

  /** How long a model is left alone that failed for good. */
  static final Duration LEFT_ALONE = Duration.ofMinutes(1);

  /** Longest pause between two tries; who asks for more is left alone for so long. */
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(ModelEvaluator.class);

  /** Lets time pass. */
  @FunctionalInterface
  interface Pause {

    /** Returns after so long, or at once when the thread is interrupted. */
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

  /** Longest time that one judgement takes. */
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
          .log("the rules answer in place of the model");
      return rules.judge(request);
    }
  }

  /** The task is forgotten by now: whatever is answered has no effect, and shall cost nothing. */
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
