package dev.eddyline.evaluator;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.task.EvaluatedLoop;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of an evaluator: endpoint, model and limits.
 *
 * @param url base address of an OpenAI-compatible endpoint, such as https://host/v1
 * @param model name of the model
 * @param key API key; empty for none
 * @param timeout timeout of a call
 * @param retries maximum retries
 * @param perMinute maximum calls per minute
 * @param usdPerDay maximum US dollars per day (UTC); 0: unlimited
 * @param usdPerMillionIn price of a million input tokens, US dollars
 * @param usdPerMillionOut price of a million output tokens, US dollars
 */
public record EvaluatorSettings(
    String url,
    String model,
    String key,
    Duration timeout,
    int retries,
    int perMinute,
    double usdPerDay,
    double usdPerMillionIn,
    double usdPerMillionOut) {

  public EvaluatorSettings {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(timeout, "timeout");
  }

  /**
   * Reads the settings; empty without a model, so that rules answer.
   *
   * @throws InvalidSettingException for an invalid setting; the message never contains the key
   */
  public static Optional<EvaluatorSettings> of(Settings settings) {
    String url = settings.get(Setting.EVALUATOR_URL).strip();
    String model = settings.get(Setting.EVALUATOR_MODEL).strip();
    EvaluatorSettings read =
        new EvaluatorSettings(
            url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
            model,
            settings.get(Setting.EVALUATOR_KEY).strip(),
            Duration.ofSeconds(settings.integer(Setting.EVALUATOR_TIMEOUT, 1, 300)),
            settings.integer(Setting.EVALUATOR_RETRIES, 0, 5),
            settings.integer(Setting.EVALUATOR_CALLS_PER_MINUTE, 1, 10_000),
            decimal(settings, Setting.EVALUATOR_USD_PER_DAY),
            decimal(settings, Setting.EVALUATOR_USD_PER_MILLION_IN),
            decimal(settings, Setting.EVALUATOR_USD_PER_MILLION_OUT));
    if (url.isEmpty()) {
      require(model.isEmpty(), Setting.EVALUATOR_URL, "is required with evaluator.model");
      return Optional.empty();
    }
    require(
        isHttp(url), Setting.EVALUATOR_URL, "must be http://… or https://…, without user, ? or #");
    require(!model.isEmpty(), Setting.EVALUATOR_MODEL, "is required with evaluator.url");
    require(
        !model.equals(EvaluatedLoop.RULE_EVALUATOR_NAME),
        Setting.EVALUATOR_MODEL,
        "must not be 'rules', the name of the bundled rules");
    boolean hasPrice = read.usdPerMillionIn > 0 || read.usdPerMillionOut > 0;
    require(
        read.usdPerDay == 0 || hasPrice,
        Setting.EVALUATOR_USD_PER_DAY,
        "needs the prices evaluator.usd.per.million.in and evaluator.usd.per.million.out");
    return Optional.of(read);
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = new URI(url);
      return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException wrong) {
      return false;
    }
  }

  private static double decimal(Settings settings, Setting setting) {
    String text = settings.get(setting).strip();
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= 1_000_000) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // handled below
    }
    throw new InvalidSettingException(
        "%s: must be a number from 0 to 1000000, was '%s'".formatted(setting.key(), text));
  }

  private static void require(boolean isValid, Setting setting, String problem) {
    if (!isValid) {
      throw new InvalidSettingException(setting.key() + ": " + problem);
    }
  }

  /** All but the key. */
  @Override
  public String toString() {
    return "%s at %s".formatted(model, url);
  }
}
