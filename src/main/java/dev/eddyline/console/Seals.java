package dev.eddyline.console;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Session cookies and the tokens against forged writes: sealed, not remembered, so that every
 * instance with the same token knows them and nothing grows with their number.
 */
final class Seals {

  private static final String ALGORITHM = "HmacSHA256";
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  /** Seals of a token; of a secret of this process alone where it is empty. */
  Seals(String token) {
    byte[] secret = token.getBytes(StandardCharsets.UTF_8);
    key = new SecretKeySpec(secret.length == 0 ? random() : secret, ALGORITHM);
  }

  private static byte[] random() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** A session's cookie, which holds until then, epoch milliseconds. */
  String session(long until) {
    String session = until + "." + TEXT.encodeToString(random());
    return session + "." + seal("session " + session);
  }

  /** Whether the cookie is one of ours and still holds. */
  boolean isSession(String cookie, long now) {
    int last = cookie == null ? -1 : cookie.lastIndexOf('.');
    if (last < 0) {
      return false;
    }
    String session = cookie.substring(0, last);
    if (!equal(seal("session " + session), cookie.substring(last + 1))) {
      return false;
    }
    // sealed by us: a number and a dot begin it
    return Long.parseLong(session.substring(0, session.indexOf('.'))) > now;
  }

  /** The token that a write of this one must carry. */
  String csrf(String who) {
    return seal("csrf " + who);
  }

  private String seal(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return TEXT.encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }

  /** Whether two texts are the same, in a time that does not tell how far they are. */
  static boolean equal(String one, String other) {
    return MessageDigest.isEqual(digest(one), digest(other));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
