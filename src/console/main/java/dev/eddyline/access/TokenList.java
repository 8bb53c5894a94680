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
 * A list of tokens that is searched by hash. Tokens have 256 random bits, so a plain SHA-256 cannot
 * be guessed, and the time of a look-up reveals nothing of a token. Immutable.
 */
public final class TokenList {

  private final Map<String, NamedToken> bySha256;

  /** Creates a list; of two tokens with the same hash the first counts. */
  public TokenList(Collection<NamedToken> tokens) {
    bySha256 =
        tokens.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    NamedToken::sha256, Function.identity(), (first, second) -> first));
  }

  /** Whether the list is empty. */
  boolean isEmpty() {
    return bySha256.isEmpty();
  }

  /** The entry of a presented token. */
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
