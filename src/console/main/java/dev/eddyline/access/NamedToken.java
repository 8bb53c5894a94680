package dev.eddyline.access;

import java.util.Objects;

/**
 * A token as it is stored: a name for logs and people, and a hash in place of the token.
 *
 * @param name who has it; the old and the new token of a rotation have the same
 * @param sha256 SHA-256 of the token, 64 hex digits
 * @param grant what it allows
 * @param quota requests a minute of all tokens of this name; 0 for any number
 */
public record NamedToken(String name, String sha256, Grant grant, int quota) {

  private static final int PREFIX = 16;

  public NamedToken {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(grant, "grant");
  }

  /** Prefix of the hash, which distinguishes the old and the new token of a rotation. */
  public String hashPrefix() {
    return sha256.substring(0, PREFIX);
  }
}
