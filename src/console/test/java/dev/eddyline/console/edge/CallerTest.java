package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.console.TestAccessTokens;
import org.junit.jupiter.api.Test;

/** Rate limit keys of callers. */
class CallerTest {

  private static Caller caller(NamedToken token, String address) {
    return new Caller(null, token, null, address, null, Grant.OPERATOR, false);
  }

  @Test
  void ipv6NetworkIsOneClient() {
    // Given
    NamedToken token = TestAccessTokens.namedToken("a-token-of-some-length", Role.VIEW);

    // When, Then
    assertThat(caller(null, "2001:db8:1:2::1").rateLimitKey())
        .isEqualTo(caller(null, "2001:db8:1:2:ffff::7").rateLimitKey())
        .isEqualTo(Caller.rateLimitKey("2001:db8:1:2::9"))
        .isNotEqualTo(caller(null, "2001:db8:1:3::1").rateLimitKey());
    assertThat(caller(token, "2001:db8:1:2::1").rateLimitKey())
        .isEqualTo(caller(token, "2001:db8:1:2:ffff::7").rateLimitKey())
        .isNotEqualTo(caller(token, "2001:db8:1:3::1").rateLimitKey());
  }
}
