package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.Loops;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.SeenEvent;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
      FailureMatch match = of(failure, earlier, limits);
      best = match != null && (best == null || match.isCloserThan(best)) ? match : best;
    }
    return best;
  }

  /** How a failure equals an earlier one; null if it does not. */
  static @Nullable FailureMatch of(
      FailureSignature failure, FailureSignature earlier, IdenticalFailure.Limits limits) {
    Optional<MatchKind> kind = kind(failure, earlier, limits.lines());
    if (kind.isEmpty()
        || earlier.getLastAt() - failure.getLastAt() > limits.window().toMillis()
        || kind.get().compareTo(limits.match()) > 0) {
      return null;
    }
    boolean otherLine =
        kind.get() == MatchKind.NORMALIZED
            && (failure.getNormalized() != earlier.getNormalized()
                || Place.of(failure, earlier) == Place.OTHER_LINE);
    return new FailureMatch(kind.get(), otherLine, earlier);
  }

  private static Optional<MatchKind> kind(
      FailureSignature failure, FailureSignature earlier, LineComparison lines) {
    Place place = Place.of(failure, earlier);
    if (place == Place.OTHER || place == Place.OTHER_LINE && lines == LineComparison.COMPARED) {
      return Optional.empty();
    }
    if (failure.getExact() == earlier.getExact() && place == Place.SAME) {
      return Optional.of(MatchKind.EXACT);
    }
    if (failure.getNormalized() == earlier.getNormalized()
        || lines != LineComparison.COMPARED && failure.getUnlined() == earlier.getUnlined()) {
      return Optional.of(MatchKind.NORMALIZED);
    }
    return failure.getTemplate() == earlier.getTemplate()
        ? Optional.of(MatchKind.TEMPLATE)
        : Optional.empty();
  }

  /** How the given locations of two failures differ. */
  private enum Place {
    /** They are equal, or one is not given. */
    SAME,
    /** They differ in line and column only. */
    OTHER_LINE,
    /** They differ. */
    OTHER;

    /** A line, and a column, at the end of a location. */
    private static final Pattern LINE =
        Pattern.compile("(?:(?::[0-9]+)+|\\([0-9]+(?:,[0-9]+)?\\)|,? line [0-9]+)$");

    static Place of(FailureSignature failure, FailureSignature earlier) {
      String one = failure.getLocation();
      String other = earlier.getLocation();
      if (one == null || other == null || one.equals(other)) {
        return SAME;
      }
      boolean sameFile =
          LINE.matcher(one).replaceFirst("").equals(LINE.matcher(other).replaceFirst(""));
      return sameFile ? OTHER_LINE : OTHER;
    }
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

  /**
   * A builder for the loop of a repeated failure. Its identity is the message without lines and
   * volatile parts, in which equal failures agree.
   */
  FoundLoop.Builder newLoopBuilder(
      FailureSignature failure,
      List<SeenEvent> evidence,
      Cost costBefore,
      IdenticalFailure.Limits limits) {
    return Loops.newLoopBuilder(
            LoopType.IDENTICAL_FAILURE,
            evidence,
            evidence.get(0),
            costBefore,
            failure.getAgents().get(0))
        .setWeight(counts(limits) ? 1 : 0)
        .setMatchKind(kind)
        .setIdentity("failure " + Long.toHexString(failure.getUnlined()))
        .setOccurrences(failure.getAttempts())
        .setAttempts(failure.getAttempts())
        .setReportedAttempts(failure.getReported())
        .setMeasured(failure.getAttempts())
        .setLimit(0)
        .setReason(reason())
        .setAgents(failure.getAgents());
  }
}
