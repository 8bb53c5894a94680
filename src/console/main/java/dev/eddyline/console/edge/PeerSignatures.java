package dev.eddyline.console.edge;

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
  static final String RESPONSE_SIGNATURE_HEADER = "X-Eddyline-Answer";

  /** Maximum clock skew between two instances. */
  static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(30);

  private static final int MAX_USED_CREDENTIALS = 100_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SigningKeys keys;
  private final InstantSource clock;

  /** Used credentials that may still be valid, with their time; oldest first. */
  private final Map<String, Long> useTimeByCredentials = new LinkedHashMap<>();

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
   * @param replicaRole the replica that may answer
   * @param scope the tasks that the asking caller may see
   */
  record SignedPeerRequest(
      String method, String path, String peer, String replicaRole, String scope) {}

  /** Whether other instances have the same keys. */
  boolean isShared() {
    return keys.isShared();
  }

  /** The credentials of a request: what follows the scheme. */
  String sign(SignedPeerRequest request) {
    byte[] random = new byte[12];
    RANDOM.nextBytes(random);
    String time = Long.toString(clock.millis());
    String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    return time
        + ":"
        + nonce
        + ":"
        + keys.sign(Purpose.PEER, signedPartsOfRequest(request, time, nonce));
  }

  private static String[] signedPartsOfRequest(
      SignedPeerRequest request, String time, String nonce) {
    return new String[] {
      "request",
      request.method(),
      request.path(),
      request.peer(),
      request.replicaRole(),
      request.scope(),
      time,
      nonce
    };
  }

  /** Whether credentials are valid for this request, current, and not used before. */
  boolean isSigned(SignedPeerRequest request, String credentials) {
    String[] parts = credentials.split(":", -1);
    if (!keys.isShared()
        || parts.length != 3
        || !keys.isSigned(
            Purpose.PEER, parts[2], signedPartsOfRequest(request, parts[0], parts[1]))) {
      return false;
    }
    // signed by an instance: the first part is a number
    long age = clock.millis() - Long.parseLong(parts[0]);
    return Math.abs(age) <= MAX_CLOCK_SKEW.toMillis() && markUsedIfFirstUse(credentials);
  }

  private synchronized boolean markUsedIfFirstUse(String credentials) {
    long now = clock.millis();
    Iterator<Long> oldest = useTimeByCredentials.values().iterator();
    // a request from a clock that is ahead is valid for twice as long
    while (oldest.hasNext() && now - oldest.next() > 2 * MAX_CLOCK_SKEW.toMillis()) {
      oldest.remove();
    }
    return useTimeByCredentials.size() < MAX_USED_CREDENTIALS
        && useTimeByCredentials.putIfAbsent(credentials, now) == null;
  }

  /** The number of remembered requests. */
  synchronized int usedCredentialsCount() {
    return useTimeByCredentials.size();
  }

  /** The signature of an answer to the request of these credentials. */
  String signResponse(String credentials, int status, byte[] body) {
    return keys.sign(Purpose.PEER, signedPartsOfResponse(credentials, status, body));
  }

  /** Whether an instance signed the answer to the request of these credentials. */
  boolean isSignedResponse(
      Optional<String> signature, String credentials, int status, byte[] body) {
    return signature
        .filter(
            it -> keys.isSigned(Purpose.PEER, it, signedPartsOfResponse(credentials, status, body)))
        .isPresent();
  }

  private static String[] signedPartsOfResponse(String credentials, int status, byte[] body) {
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
