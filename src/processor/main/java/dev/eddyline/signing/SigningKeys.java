package dev.eddyline.signing;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures (HMAC-SHA-256) of one installation. Each purpose has a key of its own, derived from
 * the secret in {@code signing.secret}: a signature for one purpose is invalid for another.
 * Thread-safe.
 */
public final class SigningKeys {

  /** Fewest characters of a secret. */
  static final int SHORTEST_SECRET = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final Base64.Encoder BASE64_URL_ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final List<Map<Purpose, SecretKeySpec>> newestFirst;
  private final boolean isShared;

  /** What a signature is for. */
  public enum Purpose {
    /** A decision at a gate, made through the console or the API. */
    DECISION,
    /** A link on which a person decides a gate. */
    DECISION_LINK,
    /** The cookie of a console session. */
    SESSION,
    /** The token against forged writes of a session. */
    CSRF,
    /** A request of one instance to another. */
    PEER
  }

  private SigningKeys(List<byte[]> secrets, boolean isShared) {
    newestFirst = secrets.stream().map(SigningKeys::keys).toList();
    this.isShared = isShared;
  }

  /**
   * The keys of these settings; without a secret there, keys that only this process has.
   *
   * @throws InvalidSettingException if a secret is shorter than 32 characters
   */
  public static SigningKeys of(Settings settings) {
    String setting = settings.get(Setting.SIGNING_SECRET).strip();
    if (setting.isEmpty()) {
      return randomProcessLocalKeys();
    }
    List<byte[]> secrets = new ArrayList<>();
    for (String secret : setting.split(",")) {
      String trimmed = secret.strip();
      if (trimmed.length() < SHORTEST_SECRET) {
        throw new InvalidSettingException(
            "signing.secret: each secret must have ≥ %d characters, one had %d"
                .formatted(SHORTEST_SECRET, trimmed.length()));
      }
      secrets.add(trimmed.getBytes(StandardCharsets.UTF_8));
    }
    return new SigningKeys(secrets, true);
  }

  /** Keys of a random secret, which no other process has. */
  public static SigningKeys randomProcessLocalKeys() {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return new SigningKeys(List.of(secret), false);
  }

  private static Map<Purpose, SecretKeySpec> keys(byte[] secret) {
    SecretKeySpec root = new SecretKeySpec(secret, ALGORITHM);
    Map<Purpose, SecretKeySpec> keys = new EnumMap<>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      byte[] label = ("eddyline " + purpose).getBytes(StandardCharsets.UTF_8);
      keys.put(purpose, new SecretKeySpec(hmac(root, label), ALGORITHM));
    }
    return keys;
  }

  /** Whether other instances have the same keys: the secret was configured. */
  public boolean isShared() {
    return isShared;
  }

  /** The signature of these parts, in order, by the newest secret: 43 URL-safe characters. */
  public String sign(Purpose purpose, String... parts) {
    return sign(newestFirst.get(0).get(purpose), parts);
  }

  /** Whether one of the secrets signed these parts, compared in constant time. */
  public boolean isSigned(Purpose purpose, String signature, String... parts) {
    byte[] given = signature.getBytes(StandardCharsets.UTF_8);
    return newestFirst.stream()
        .map(keys -> sign(keys.get(purpose), parts).getBytes(StandardCharsets.UTF_8))
        .anyMatch(expected -> MessageDigest.isEqual(expected, given));
  }

  private static String sign(SecretKeySpec key, String... parts) {
    StringBuilder signed = new StringBuilder();
    for (String part : parts) {
      // with its length, so that two parts cannot be read as one
      signed.append(part.length()).append(':').append(part);
    }
    return BASE64_URL_ENCODER.encodeToString(
        hmac(key, signed.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] hmac(SecretKeySpec key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }
}
