package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotifierSettingsTest {

  private static final String SECRET = "a-secret-that-console-and-notifier-share";

  @TempDir private Path folder;
  private final Map<String, String> flags = new HashMap<>();

  @BeforeEach
  void writeTargets() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("targets.yaml"),
            """
            targets:
              - name: chat
                format: slack
                url: https://chat.example/T/B
                decisionLink: 2h
            """);
    flags.put("notifier.targets", file.toString());
    flags.put("console.url", "https://eddyline.example/");
    flags.put("signing.secret", SECRET);
  }

  private NotifierSettings read() {
    return NotifierSettings.of(Settings.mergeLayers(null, Map.of(), flags));
  }

  @Test
  void theExampleOfTargetsIsValid() {
    // When
    List<NotifierTarget> targets = TargetReader.read(Path.of("deploy/compose/targets.yaml"));

    // Then
    assertThat(targets).extracting(NotifierTarget::name).containsExactly("bot", "on-call");
  }

  @Test
  void linksLeadToTheGateAndItsDecision() {
    // Given
    NotifierSettings settings = read();
    GateTrigger change = GateChanges.change("g/1", 1, GateState.OPENED);

    // When
    Notification notification = settings.notifications().create(change, settings.targets().get(0));

    // Then
    long until = change.getDecidedAt().plus(Duration.ofHours(2)).getEpochSecond();
    assertThat(notification.gateUrl()).contains("https://eddyline.example/gates?id=g%2F1");
    assertThat(notification.decisionUrl().orElseThrow())
        .startsWith(
            "https://eddyline.example/decide?gate=g%2F1&target=chat&until="
                + until
                + "&signature=");
  }

  @ParameterizedTest
  @CsvSource({
    "notifier.targets, '', notifier.targets: is required",
    "notifier.targets, nowhere.yaml, nowhere.yaml cannot be read: no such file or folder",
    "console.url, '', decisionLink requires console.url",
    "signing.secret, '', decisionLink requires console.url and the console's signing.secret",
    "console.url, eddyline.example, 'console.url: must be http://… or https://…'",
    "console.url, https://a:b@eddyline.example, 'console.url: must be http://… or https://…'",
    "notifier.networks, ten, 'notifier.networks: must be IP addresses or networks'",
    "notifier.give.up.after, 0s, 'notifier.give.up.after: must be 1s to 168h'",
    "notifier.give.up.after, 200h, 'notifier.give.up.after: must be 1s to 168h'",
  })
  void wrongSettingIsNamed(String key, String value, String problem) {
    // Given
    flags.put(key, value);

    // When // Then
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(this::read)
        .withMessageContaining(problem);
  }
}
