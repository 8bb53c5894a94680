package dev.eddyline.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tokens of one moment, found by their hash: tokens have 256 random bits, so that a plain
 * SHA-256 cannot be guessed, and how long a look-up takes tells nothing of a token. Immutable.
 */
public final class TokenList {

  private final Map<String, NamedToken> bySha256;

  /** These tokens; of two with the same hash the first. */
  public TokenList(Collection<NamedToken> tokens) {
    bySha256 =
        tokens.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    NamedToken::sha256, Function.identity(), (first, second) -> first));
  }

  /** Whether there is no token. */
  boolean isEmpty() {
    return bySha256.isEmpty();
  }

  /** The entry of a token that somebody presents. */
  public Optional<NamedToken> find(String token) {
    return Optional.ofNullable(bySha256.get(sha256(token)));
  }

  /** The entry of a name and the beginning of its hash. */
  public Optional<NamedToken> find(String name, String hashPrefix) {
    return bySha256.values().stream()
        .filter(token -> token.name().equals(name) && token.hashPrefix().equals(hashPrefix))
        .findFirst();
  }

  /** The hash under which a token is stored. */
  public static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
