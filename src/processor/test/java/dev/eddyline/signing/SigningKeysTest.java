package dev.eddyline.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.signing.SigningKeys.Purpose;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SigningKeysTest {

  private static final String OLD = "o".repeat(32);
  private static final String NEW = "n".repeat(32);

  private static SigningKeys keys(String secrets) {
    return SigningKeys.of(
        Settings.mergeLayers(null, Map.of(), Map.of(Setting.SIGNING_SECRET.key(), secrets)));
  }

  @Test
  void verifiesItsOwnSignature() {
    SigningKeys keys = keys(OLD);

    String signature = keys.sign(Purpose.DECISION, "gate", "approve");

    assertThat(signature).matches("[A-Za-z0-9_-]{43}");
    assertThat(keys.isSigned(Purpose.DECISION, signature, "gate", "approve")).isTrue();
    assertThat(keys(OLD).isSigned(Purpose.DECISION, signature, "gate", "approve")).isTrue();
  }

  @Test
  void refusesOtherPartsPurposesAndSecrets() {
    SigningKeys keys = keys(OLD);
    String signature = keys.sign(Purpose.DECISION, "gate", "approve");

    assertThat(keys.isSigned(Purpose.DECISION, signature, "gate", "reject")).isFalse();
    assertThat(keys.isSigned(Purpose.DECISION, signature, "gateapprove")).isFalse();
    assertThat(keys.isSigned(Purpose.DECISION, signature, "gat", "eapprove")).isFalse();
    assertThat(keys.isSigned(Purpose.PEER, signature, "gate", "approve")).isFalse();
    assertThat(keys(NEW).isSigned(Purpose.DECISION, signature, "gate", "approve")).isFalse();
    assertThat(keys.isSigned(Purpose.DECISION, "", "gate", "approve")).isFalse();
  }

  @Test
  void rotatesWithoutGap() {
    String before = keys(OLD).sign(Purpose.SESSION, "a");
    SigningKeys both = keys(NEW + ", " + OLD);

    assertThat(both.isSigned(Purpose.SESSION, before, "a")).isTrue();
    assertThat(both.sign(Purpose.SESSION, "a")).isEqualTo(keys(NEW).sign(Purpose.SESSION, "a"));
  }

  @Test
  void keysWithoutSecretAreNotShared() {
    SigningKeys one = keys("");

    assertThat(one.isShared()).isFalse();
    assertThat(keys(OLD).isShared()).isTrue();
    assertThat(keys("").isSigned(Purpose.PEER, one.sign(Purpose.PEER, "a"), "a")).isFalse();
  }

  @Test
  void refusesShortSecrets() {
    assertThatThrownBy(() -> keys(OLD + ",short"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("signing.secret: each secret must have ≥ 32 characters, one had 5");
  }
}
