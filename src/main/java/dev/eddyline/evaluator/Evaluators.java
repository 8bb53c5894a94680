package dev.eddyline.evaluator;

import dev.eddyline.config.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** The evaluator that settings ask for. */
public final class Evaluators {

  private Evaluators() {}

  /** The model that the settings name, with the rules behind it; or the rules alone. */
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

  /** Longest time that one judgement of that evaluator takes. */
  static Duration longest(Settings settings) {
    return EvaluatorSettings.of(settings)
        .map(ModelEvaluator::longest)
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
