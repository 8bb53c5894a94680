package dev.eddyline.detect;

import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.MatchKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An earlier failure that a failure equals.
 *
 * @param kind how far they agree
 * @param otherLine whether they differ in lines and columns, and no more
 * @param earlier the earlier failure
 */
record FailureMatch(MatchKind kind, boolean otherLine, FailureSignature earlier) {

  /** The closest match; a late event matches only failures within the window after it. */
  static @Nullable FailureMatch closest(
      FailureSignature failure, List<FailureSignature> known, IdenticalFailure.Limits limits) {
    FailureMatch best = null;
    for (FailureSignature earlier : known) {
      Optional<MatchKind> kind = kind(failure, earlier, limits.lines());
      if (kind.isPresent()
          && earlier.getLastAt() - failure.getLastAt() <= limits.window().toMillis()
          && kind.get().compareTo(limits.match()) <= 0) {
        boolean otherLine =
            kind.get() == MatchKind.NORMALIZED && differInLinesOnly(failure, earlier);
        FailureMatch match = new FailureMatch(kind.get(), otherLine, earlier);
        best = best == null || match.isCloserThan(best) ? match : best;
      }
    }
    return best;
  }

  private static Optional<MatchKind> kind(
      FailureSignature failure, FailureSignature earlier, LineComparison lines) {
    if (failure.getExact() == earlier.getExact()) {
      return Optional.of(MatchKind.EXACT);
    }
    if (failure.getNormalized() == earlier.getNormalized()
        || lines != LineComparison.COMPARED && differInLinesOnly(failure, earlier)) {
      return Optional.of(MatchKind.NORMALIZED);
    }
    return failure.getTemplate() == earlier.getTemplate()
        ? Optional.of(MatchKind.TEMPLATE)
        : Optional.empty();
  }

  /** Whether two failures at no other place differ in their lines and columns, and no more. */
  private static boolean differInLinesOnly(FailureSignature failure, FailureSignature earlier) {
    boolean samePlace =
        failure.getLocation() == null
            || earlier.getLocation() == null
            || Objects.equals(failure.getLocation(), earlier.getLocation());
    return samePlace
        && failure.getNormalized() != earlier.getNormalized()
        && failure.getUnlined() == earlier.getUnlined();
  }

  private boolean isCloserThan(FailureMatch other) {
    int difference = kind.compareTo(other.kind);
    return difference < 0 || difference == 0 && !otherLine && other.otherLine;
  }

  /** Whether the match adds to the counter; otherwise it is only reported. */
  boolean counts(IdenticalFailure.Limits limits) {
    return kind == MatchKind.TEMPLATE
        ? limits.templateWeight() > 0
        : !otherLine || limits.lines() == LineComparison.MASKED;
  }

  /** The verdict's reason. */
  String reason() {
    return switch (kind) {
      case EXACT -> "Exact error message match";
      case NORMALIZED ->
          otherLine
              ? "Same error message but for lines and columns"
              : "Same error message but for volatile parts such as times and ids";
      default -> "Same kind of error message but for the names in it";
    };
  }
}
