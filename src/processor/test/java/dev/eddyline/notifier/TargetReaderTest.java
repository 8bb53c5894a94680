package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.GateState;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TargetReaderTest {

  private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";

  private static List<NotifierTarget> read(String yaml) {
    return TargetReader.read("targets.yaml", yaml);
  }

  @Test
  void readsTargetsWithTheirDefaults() {
    // When
    List<NotifierTarget> targets =
        read(
            """
            targets:
              - name: hook
                url: https://hooks.example/a/
                key: %s
                decisionLink: 1h
              - name: pager
                format: pagerduty
                key: routing
                states: [opened, closed]
                workflows: [checkout]
              - name: chat
                format: slack
                url: https://chat.example/T1/B2
            """
                .formatted(SECRET));

    // Then
    Set<GateState> all = Set.of(GateState.OPENED, GateState.UPDATED, GateState.CLOSED);
    assertThat(targets)
        .containsExactly(
            new NotifierTarget(
                "hook",
                TargetFormat.WEBHOOK,
                URI.create("https://hooks.example/a/"),
                SECRET,
                all,
                Set.of(),
                Optional.of(Duration.ofHours(1))),
            new NotifierTarget(
                "pager",
                TargetFormat.PAGERDUTY,
                URI.create("https://events.pagerduty.com/v2/enqueue"),
                "routing",
                Set.of(GateState.OPENED, GateState.CLOSED),
                Set.of("checkout"),
                Optional.empty()),
            new NotifierTarget(
                "chat",
                TargetFormat.SLACK,
                URI.create("https://chat.example/T1/B2"),
                "",
                all,
                Set.of(),
                Optional.empty()));
  }

  @Test
  void namesEveryProblemWithoutSecrets() {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(
            () ->
                read(
                    """
                    targets:
                      - name: a b
                        url: ftp://hidden.example/secret-path
                        key: not-a-secret
                        statuses: [opened]
                      - name: pager
                        format: pagerduty
                      - name: pager
                        format: slack
                        decisionLink: 200h
                    """))
        .withMessageContaining("targets[0].name: must have letters, digits and . _ - only")
        .withMessageContaining("targets[0].url: must be https://…")
        .withMessageContaining("targets[0].key: must be whsec_ and 24 to 64 random bytes in base64")
        .withMessageContaining("targets[0].statuses")
        .withMessageContaining("states")
        .withMessageContaining("targets[1].key: is required")
        .withMessageContaining("targets[2].name: is that of another target too")
        .withMessageContaining("targets[2].url: is required")
        .withMessageContaining("targets[2].decisionLink: must be ≤ 168h")
        .satisfies(
            refused ->
                assertThat(refused.getMessage()).doesNotContain("hidden", "secret-path", "not-a"));
  }

  @Test
  void emptyFileIsRefused() {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> read("targets: []"))
        .withMessageContaining("targets: is required: a list of at least one");
  }
}
