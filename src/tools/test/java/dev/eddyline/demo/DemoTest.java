package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.signing.SigningKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The settings of the demo's processor. */
class DemoTest {

  private static final String SECRET = "a-secret-of-the-demo-and-the-notifier";

  private static Settings settings(Map<String, String> environment) {
    Demo.Options options =
        new Demo.Options(List.of(), "default", OptionalInt.empty(), Double.POSITIVE_INFINITY, true);
    return new Demo(options, environment, System.out, System.err)
        .settings(
            "127.0.0.1:9092",
            "http://127.0.0.1:8081",
            DemoPorts.choose(OptionalInt.empty(), port -> true),
            Path.of("state"));
  }

  @Test
  void signingSecretOfTheEnvironmentIsUsed_otherVariablesAreNot() {
    // When
    Settings settings =
        settings(
            Map.of("EDDYLINE_SIGNING_SECRET", SECRET, "EDDYLINE_BOOTSTRAP_SERVERS", "other:9092"));

    // Then
    assertThat(settings.get(Setting.SIGNING_SECRET)).isEqualTo(SECRET);
    assertThat(SigningKeys.of(settings).isShared()).isTrue();
    assertThat(settings.get(Setting.BOOTSTRAP_SERVERS)).isEqualTo("127.0.0.1:9092");
  }

  @Test
  void secretIsRandomWithoutTheVariable() {
    assertThat(SigningKeys.of(settings(Map.of())).isShared()).isFalse();
  }

  @Test
  void shortSecretIsRejectedBeforeAServerStarts() {
    assertThatThrownBy(() -> settings(Map.of("EDDYLINE_SIGNING_SECRET", "short")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("signing.secret");
  }
}
