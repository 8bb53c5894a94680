package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use the console. */
class AccessTest {

  private static final String TOKEN = "a-token-of-some-length";

  private static AccessRules rules(Map<String, String> flags) {
    return AccessRules.of(Settings.of(null, Map.of(), flags));
  }

  @Test
  void onLoopbackItIsOpenWithoutConfiguration() {
    assertThat(rules(Map.of()).isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void anAddressThatOthersReachIsRefusedWithoutATokenOrAProxy(String host) {
    assertThatThrownBy(() -> rules(Map.of("http.host", host)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("http.token");
    assertThatCode(() -> rules(Map.of("http.host", host, "http.token", TOKEN)))
        .doesNotThrowAnyException();
    assertThatCode(
            () ->
                rules(
                    Map.of(
                        "http.host", host,
                        "http.user.header", "X-User",
                        "http.proxies", "192.0.2.7")))
        .doesNotThrowAnyException();
  }

  @Test
  void aHeaderThatAnybodyCouldSendIsRefused() {
    assertThatThrownBy(() -> rules(Map.of("http.user.header", "X-User")))
        .hasMessageContaining("http.proxies");
  }

  @Test
  void aShortTokenIsRefused() {
    assertThatThrownBy(() -> rules(Map.of("http.token", "short")))
        .hasMessageContainingAll("http.token", "≥ 16", "had 5");
  }

  @Test
  void onLoopbackOnlyItsOwnNamesAndThoseOfTheSettingAreTaken() {
    // Given
    AccessRules rules = rules(Map.of("http.names", "eddyline.example"));

    // Then
    assertThat(rules.isOurName("127.0.0.1:8090")).isTrue();
    assertThat(rules.isOurName("localhost")).isTrue();
    assertThat(rules.isOurName("[::1]:8090")).isTrue();
    assertThat(rules.isOurName("Eddyline.example:443")).isTrue();
    assertThat(rules.isOurName("evil.example:8090")).isFalse();
    assertThat(rules.isOurName("localhost.evil.example")).isFalse();
    assertThat(rules.isOurName(null)).isFalse();
  }

  @Test
  void aPageOfAnotherOriginMayNotWrite() {
    // Given
    AccessRules rules = rules(Map.of());

    // Then
    assertThat(rules.isOurOrigin("http://127.0.0.1:8090", "127.0.0.1:8090")).isTrue();
    assertThat(rules.isOurOrigin("http://127.0.0.1:9999", "127.0.0.1:8090")).isFalse();
    assertThat(rules.isOurOrigin("null", "127.0.0.1:8090")).isFalse();
  }

  @Test
  void aSessionIsKnownByEveryInstanceOfTheSameToken_untilItsEnd() {
    // Given
    String session = new Seals(TOKEN).session(1_000);

    // Then
    assertThat(new Seals(TOKEN).isSession(session, 999)).isTrue();
    assertThat(new Seals(TOKEN).isSession(session, 1_000)).isFalse();
    assertThat(new Seals(TOKEN + "x").isSession(session, 999)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.2.3", "9999999999999.x.", "x"})
  void aForgedSessionIsNone(String forged) {
    assertThat(new Seals(TOKEN).isSession(forged, 0)).isFalse();
  }

  @Test
  void whoWritesTooMuchWaits_othersDoNot() {
    // Given
    AtomicLong nanos = new AtomicLong();
    WriteLimit limit = new WriteLimit(nanos::get);
    for (int write = 0; write < WriteLimit.BURST; write++) {
      limit.take("one");
    }

    // When
    boolean more = limit.take("one");
    boolean other = limit.take("other");
    nanos.addAndGet(50_000_000);
    boolean later = limit.take("one");

    // Then
    assertThat(more).isFalse();
    assertThat(other).isTrue();
    assertThat(later).isTrue();
    assertThat(limit.take("one")).isFalse();
  }

  @Test
  void theLimitRemembersOnlySoManyCallers() {
    // Given
    WriteLimit limit = new WriteLimit(() -> 0);

    // When
    for (int caller = 0; caller < 20_000; caller++) {
      limit.take("caller " + caller);
    }

    // Then
    assertThat(limit.callers()).isEqualTo(10_000);
  }
}
