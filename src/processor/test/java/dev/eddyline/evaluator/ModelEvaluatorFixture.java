package dev.eddyline.evaluator;

import static dev.eddyline.judgement.EvaluationRequests.requestAboutFailures;

import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.RuleEvaluator;
import dev.eddyline.schema.ProgressEvaluationRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A model server, and an evaluator that uses it. */
abstract class ModelEvaluatorFixture {

  static final String KEY = "sk-test-0123456789";
  static final ProgressEvaluationRequest REQUEST =
      requestAboutFailures("Implement user authentication", "x is undefined", "y is undefined");

  /** Longer than a busy machine delays a reply. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  final ModelServer server = new ModelServer();
  final List<Duration> pauses = new ArrayList<>();
  final ManualClock clock = new ManualClock();

  @AfterEach
  void close() {
    server.close();
  }

  Evaluator evaluator(int retries, int perMinute, double usdPerDay) {
    return evaluator(TIMEOUT, retries, perMinute, usdPerDay);
  }

  /** An evaluator with one retry, which waits only briefly for the server. */
  Evaluator evaluatorWithShortTimeout() {
    return evaluator(Duration.ofMillis(500), 1, 100, 0);
  }

  private Evaluator evaluator(Duration timeout, int retries, int perMinute, double usdPerDay) {
    EvaluatorSettings settings =
        new EvaluatorSettings(
            server.url(),
            "model-1",
            KEY,
            timeout,
            retries,
            perMinute,
            usdPerDay,
            usdPerDay == 0 ? 0 : 1_000,
            usdPerDay == 0 ? 0 : 1_000);
    return new ModelEvaluator(
        settings, new OpenAiEndpoint(settings), new RuleEvaluator(), clock, this::pause);
  }

  Evaluator evaluator() {
    return evaluator(2, 100, 0);
  }

  private void pause(Duration time) {
    pauses.add(time);
    clock.now = clock.now.plus(time);
  }
}
