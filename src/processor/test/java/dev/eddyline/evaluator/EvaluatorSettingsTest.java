package dev.eddyline.evaluator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which model settings name. */
class EvaluatorSettingsTest {

  private static Optional<EvaluatorSettings> read(String... keysAndValues) {
    Map<String, String> flags = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      flags.put("evaluator." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return EvaluatorSettings.of(Settings.mergeLayers(null, Map.of(), flags));
  }

  @Test
  void modelSettingsAreEmptyWithoutUrl() {
    assertThat(read()).isEmpty();
  }

  @Test
  void theAddressAndTheModelAreEnough() {
    // When
    EvaluatorSettings settings = read("url", "https://host/v1/", "model", "m").orElseThrow();

    // Then
    assertThat(settings.url()).isEqualTo("https://host/v1");
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.retries()).isEqualTo(2);
    assertThat(settings.perMinute()).isEqualTo(20);
  }

  @Test
  void theKeyIsShownNowhere() {
    // When
    EvaluatorSettings settings =
        read("url", "https://host/v1", "model", "m", "key", "sk-secret").orElseThrow();

    // Then
    assertThat(settings.key()).isEqualTo("sk-secret");
    assertThat(settings.toString()).isEqualTo("m at https://host/v1").doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://host, m, evaluator.url: must be http://",
    "https://user:pw@host/v1, m, evaluator.url: must be http://",
    "not an address, m, evaluator.url: must be http://",
    "https://host?key=1, m, evaluator.url: must be http://",
    "https://host, '', evaluator.model: is required",
    "'', m, evaluator.url: is required",
    "https://host, rules, evaluator.model: must not be 'rules'",
  })
  void invalidSettingsAreRejected(String url, String model, String reason) {
    assertThatThrownBy(() -> read("url", url, "model", model))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(reason)
        .hasMessageNotContaining("pw");
  }

  @Test
  void aLimitOfMoneyNeedsPrices() {
    assertThatThrownBy(() -> read("url", "https://h", "model", "m", "usd.per.day", "5"))
        .hasMessageStartingWith("evaluator.usd.per.day: needs the prices");
    assertThatThrownBy(() -> read("url", "https://h", "model", "m", "usd.per.day", "-1"))
        .hasMessageContainingAll("evaluator.usd.per.day", "0", "1000000", "-1");
    assertThat(
            read("url", "https://h", "model", "m", "usd.per.day", "5", "usd.per.million.in", "0.15")
                .orElseThrow()
                .usdPerDay())
        .isEqualTo(5);
  }
}
