package dev.eddyline.evaluator;

import dev.eddyline.config.Settings;
import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.RuleEvaluator;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Creates the configured evaluator. */
public final class Evaluators {

  private Evaluators() {}

  /** The configured model with the rules as fallback, or the rules only. */
  public static Evaluator of(Settings settings) {
    Optional<EvaluatorSettings> model = EvaluatorSettings.of(settings);
    Evaluator rules = new RuleEvaluator();
    return model
        .<Evaluator>map(
            it ->
                new ModelEvaluator(
                    it, new OpenAiEndpoint(it), rules, Clock.systemUTC(), Evaluators::sleep))
        .orElse(rules);
  }

  /** Maximum time of one judgement. */
  static Duration maxJudgementDuration(Settings settings) {
    return EvaluatorSettings.of(settings)
        .map(ModelEvaluator::maxJudgementDuration)
        .orElse(Duration.ofSeconds(1));
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
