package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.config.Settings;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.signing.SigningKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of people who signed in with a token. */
class SessionCookiesTest {

  private static final String TOKEN = "a-token-of-some-length";
  private static final String SECRET = "s".repeat(32);

  private static SessionCookies sessions(String secret, NamedToken... tokens) {
    SigningKeys keys =
        SigningKeys.of(Settings.mergeLayers(null, Map.of(), Map.of("signing.secret", secret)));
    InstantSource clock = () -> Instant.ofEpochMilli(1_000);
    return new SessionCookies(
        keys, TestAccessTokens.tokenFile(tokens), new RevokedSessions(clock), clock);
  }

  @Test
  void sessionIsValidOnAllInstancesUntilTokenIsRemoved() {
    // Given
    NamedToken token = TestAccessTokens.namedToken(TOKEN, Role.VIEW);
    NamedToken rotated =
        new NamedToken(token.name(), "ab".repeat(32), token.grant(), token.quota());

    // When
    String cookie = sessions(SECRET, token).begin(token).cookie();

    // Then
    assertThat(cookie).doesNotContain(TOKEN);
    assertThat(sessions(SECRET, rotated, token).find(cookie)).isPresent();
    assertThat(sessions(SECRET, rotated).find(cookie)).isEmpty();
    assertThat(sessions("x" + SECRET, token).find(cookie)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.2.3", "9999999999999.x.", "9999999999999.YQ.0.x.y", "x"})
  void rejectsForgedSession(String forged) {
    assertThat(sessions(SECRET, TestAccessTokens.namedToken(TOKEN, Role.VIEW)).find(forged))
        .isEmpty();
  }

  @Test
  void revokedSessionIsRememberedUntilItsExpiry() {
    // Given
    AtomicLong now = new AtomicLong(1_000);
    RevokedSessions revocations = new RevokedSessions(() -> Instant.ofEpochMilli(now.get()));
    revocations.add("one", 2_000);

    // When
    boolean atOnce = revocations.contains("one");
    now.set(2_000);
    revocations.add("two", 3_000);

    // Then
    assertThat(atOnce).isTrue();
    assertThat(revocations.contains("one")).isFalse();
    assertThat(revocations.contains("two")).isTrue();
  }
}
