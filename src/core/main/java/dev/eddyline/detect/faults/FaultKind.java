package dev.eddyline.detect.faults;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Kinds of external faults; NONE is a failure of the agent. */
public enum FaultKind {
  /** A required service reports an error. */
  DEPENDENCY,
  /** A remote host cannot be reached. */
  NETWORK,
  /** A remote host limits the rate of requests. */
  RATE_LIMIT,
  /** A remote host denies access. */
  AUTHENTICATION,
  /** Not an external fault. */
  NONE;

  /** The error class of an event that does not know its own. */
  private static final String UNNAMED = "unknown";

  /**
   * The kind for an error class: NONE for one that is none of these, empty without a name and for
   * {@code unknown}. Case, hyphens and underscores are ignored.
   */
  static Optional<FaultKind> byErrorType(@Nullable String errorType) {
    if (errorType == null
        || errorType.isBlank()
        || normalizeKindName(errorType).strip().equals(UNNAMED)) {
      return Optional.empty();
    }
    for (FaultKind kind : values()) {
      if (normalizeKindName(kind.name()).equals(normalizeKindName(errorType))) {
        return Optional.of(kind);
      }
    }
    return Optional.of(NONE);
  }

  /** A name in lower case, without hyphens, underscores and spaces. */
  static String normalizeKindName(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
  }

  /** The name in policies and events, such as {@code rate_limit}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
