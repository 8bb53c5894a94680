package dev.eddyline.console.edge;

import dev.eddyline.access.NamedToken;
import dev.eddyline.access.TokenFile;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.signing.SigningKeys.Purpose;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;

/**
 * Sessions in signed cookies. Every instance with the same keys accepts them, and no instance
 * stores them. A session ends with the token that began it.
 */
final class SessionCookies {

  static final Duration SESSION_LIFETIME = Duration.ofHours(12);

  private static final Base64.Encoder BASE64_URL_ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int PARTS = 5;

  private final SigningKeys keys;
  private final TokenFile tokens;
  private final RevokedSessions revocations;
  private final InstantSource clock;

  SessionCookies(
      SigningKeys keys, TokenFile tokens, RevokedSessions revocations, InstantSource clock) {
    this.keys = keys;
    this.tokens = tokens;
    this.revocations = revocations;
    this.clock = clock;
  }

  /**
   * A session.
   *
   * @param id its id, not secret
   * @param until when it ends, epoch milliseconds
   * @param token the token that began it
   * @param cookie the cookie's value
   */
  record Session(String id, long until, NamedToken token, String cookie) {}

  /** Begins a session for a token. */
  Session begin(NamedToken token) {
    long until = clock.millis() + SESSION_LIFETIME.toMillis();
    byte[] id = new byte[16];
    RANDOM.nextBytes(id);
    String[] parts = {
      Long.toString(until),
      BASE64_URL_ENCODER.encodeToString(token.name().getBytes(StandardCharsets.UTF_8)),
      token.hashPrefix(),
      BASE64_URL_ENCODER.encodeToString(id)
    };
    String cookie = String.join(".", parts) + "." + keys.sign(Purpose.SESSION, parts);
    return new Session(parts[3], until, token, cookie);
  }

  /** The session of a cookie, if its signature is valid and it is still open. */
  Optional<Session> find(String cookie) {
    String[] parts = cookie == null ? new String[0] : cookie.split("\\.", -1);
    if (parts.length != PARTS
        || !keys.isSigned(Purpose.SESSION, parts[4], parts[0], parts[1], parts[2], parts[3])) {
      return Optional.empty();
    }
    // the signature is valid, so the parts have the format of begin()
    long until = Long.parseLong(parts[0]);
    String name = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
    return tokens
        .current()
        .find(name, parts[2])
        .map(token -> new Session(parts[3], until, token, cookie))
        .filter(this::isOpen);
  }

  /** Whether a session is neither revoked nor expired. */
  boolean isOpen(Session session) {
    return session.until() > clock.millis() && !revocations.contains(session.id());
  }

  /** Revokes a session on this instance. */
  void revoke(String id, long until) {
    revocations.add(id, until);
  }

  /** The CSRF token of a caller. */
  String csrf(String kind, String who) {
    return keys.sign(Purpose.CSRF, kind, who);
  }

  /** Whether the given CSRF token is the expected one. */
  boolean isCsrf(String given, String expected) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }
}
