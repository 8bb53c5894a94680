package dev.eddyline.console;

import dev.eddyline.signing.SigningKeys;
import dev.eddyline.signing.SigningKeys.Purpose;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Signatures of requests between instances. A request is signed for one instance, a short time and
 * a single use. Its answer is signed for that request. So a party that listens, replays, or poses
 * as an instance gains nothing. Thread-safe.
 */
final class PeerSignatures {

  /** Scheme of the Authorization header of a request. */
  static final String SCHEME = "Eddyline-Peer ";

  /** Header of an answer's signature. */
  static final String ANSWER = "X-Eddyline-Answer";

  /** Maximum clock skew between two instances. */
  static final Duration VALID = Duration.ofSeconds(30);

  private static final int MOST_SEEN = 100_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SigningKeys keys;
  private final InstantSource clock;

  /** Used credentials that may still be valid, with their time; oldest first. */
  private final Map<String, Long> seen = new LinkedHashMap<>();

  PeerSignatures(SigningKeys keys, InstantSource clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * The signed parts of a request.
   *
   * @param method HTTP method
   * @param path path with query, as sent
   * @param peer the addressed instance, host:port
   * @param hop the replica that may answer
   * @param scope the tasks that the asking caller may see
   */
  record Request(String method, String path, String peer, String hop, String scope) {}

  /** Whether other instances have the same keys. */
  boolean isShared() {
    return keys.isShared();
  }

  /** The credentials of a request: what follows the scheme. */
  String sign(Request request) {
    byte[] random = new byte[12];
    RANDOM.nextBytes(random);
    String time = Long.toString(clock.millis());
    String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    return time + ":" + nonce + ":" + keys.sign(Purpose.PEER, parts(request, time, nonce));
  }

  private static String[] parts(Request request, String time, String nonce) {
    return new String[] {
      "request",
      request.method(),
      request.path(),
      request.peer(),
      request.hop(),
      request.scope(),
      time,
      nonce
    };
  }

  /** Whether credentials are valid for this request, current, and not used before. */
  boolean isSigned(Request request, String credentials) {
    String[] parts = credentials.split(":", -1);
    if (!keys.isShared()
        || parts.length != 3
        || !keys.isSigned(Purpose.PEER, parts[2], parts(request, parts[0], parts[1]))) {
      return false;
    }
    // signed by an instance: the first part is a number
    long age = clock.millis() - Long.parseLong(parts[0]);
    return Math.abs(age) <= VALID.toMillis() && isFirst(credentials);
  }

  private synchronized boolean isFirst(String credentials) {
    long now = clock.millis();
    Iterator<Long> oldest = seen.values().iterator();
    // a request from a clock that is ahead is valid for twice as long
    while (oldest.hasNext() && now - oldest.next() > 2 * VALID.toMillis()) {
      oldest.remove();
    }
    return seen.size() < MOST_SEEN && seen.putIfAbsent(credentials, now) == null;
  }

  /** The number of remembered requests. */
  synchronized int remembered() {
    return seen.size();
  }

  /** The signature of an answer to the request of these credentials. */
  String answer(String credentials, int status, byte[] body) {
    return keys.sign(Purpose.PEER, answered(credentials, status, body));
  }

  /** Whether an instance signed the answer to the request of these credentials. */
  boolean isAnswer(Optional<String> signature, String credentials, int status, byte[] body) {
    return signature
        .filter(it -> keys.isSigned(Purpose.PEER, it, answered(credentials, status, body)))
        .isPresent();
  }

  private static String[] answered(String credentials, int status, byte[] body) {
    return new String[] {"answer", credentials, Integer.toString(status), sha256(body)};
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
