package dev.eddyline.detect;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an external fault is a fault of (document 002, section 5); NONE is the agent's own. */
public enum FaultKind {
  /** A service that the agent needs answers that it cannot. */
  DEPENDENCY,
  /** A remote host cannot be reached. */
  NETWORK,
  /** A remote host asks for fewer requests. */
  RATE_LIMIT,
  /** A remote host does not let the agent in. */
  AUTHENTICATION,
  /** No external fault. */
  NONE;

  /**
   * The kind that the name of an error's class means: NONE for one that is not of these, empty for
   * no name. Letter case, hyphens and underscores make no difference.
   */
  static Optional<FaultKind> named(@Nullable String errorType) {
    if (errorType == null || errorType.isBlank()) {
      return Optional.empty();
    }
    for (FaultKind kind : values()) {
      if (plain(kind.name()).equals(plain(errorType))) {
        return Optional.of(kind);
      }
    }
    return Optional.of(NONE);
  }

  /** A name without its letter case, hyphens, underscores and spaces. */
  static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
  }

  /** The kind as policies and events write it, such as {@code rate_limit}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
