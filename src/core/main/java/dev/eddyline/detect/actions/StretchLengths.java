package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.Detector;
import dev.eddyline.keys.Section;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.CallOutcome.Search;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.Target;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of {@link UnproductiveStretch}.
 *
 * @param enabled whether the detector is on
 * @param lengths the lengths that are reported, ascending
 * @param sameError calls with one error, among the newest 20, that are reported; 0: none
 */
public record StretchLengths(boolean enabled, List<Length> lengths, int sameError)
    implements Detector.Limits {

  /** Maximum calls of a length. */
  static final int MAX_CALLS = 40;

  /** Newest calls among which equal errors are counted. */
  static final int ERROR_CALLS = 20;

  /** A failure that is new to the task counts half. */
  private static final int FULL = 2;

  /**
   * A length of a stretch.
   *
   * @param least number of calls that brought nothing
   * @param within number of the newest finished calls among which they are counted
   * @param target who is to decide; null: the agent gets a hint
   * @param countsUncertain whether calls of a search that may be systematic count
   */
  public record Length(int least, int within, @Nullable Target target, boolean countsUncertain) {

    /** Whether so many of these calls brought nothing, the newest among them. */
    boolean isReached(ByteBuffer outcomes) {
      int newest = outcomes.limit() - 1;
      return newest >= 0
          && weight(outcome(outcomes.get(newest))) > 0
          && halves(outcomes) >= least * FULL;
    }

    /** How many of these calls brought nothing, in halves. */
    int halves(ByteBuffer outcomes) {
      return counted(outcomes).mapToInt(StretchLengths::weight).sum();
    }

    /** Why a stretch is reported. */
    String reason(ByteBuffer outcomes) {
      return "%d of the last %d calls brought nothing: only what was known, nothing at all, or the failure as before"
          .formatted(
              counted(outcomes).filter(outcome -> weight(outcome) > 0).count(),
              counted(outcomes).count());
    }

    /** The newest outcomes that count, the newest first. */
    private Stream<Outcome> counted(ByteBuffer outcomes) {
      int size = outcomes.limit();
      return IntStream.range(0, size)
          .map(index -> outcomes.get(size - 1 - index))
          .filter(code -> countsUncertain || !isUncertain(code))
          .limit(within)
          .mapToObj(StretchLengths::outcome);
    }
  }

  public StretchLengths {
    lengths = List.copyOf(lengths);
  }

  static StretchLengths read(Section section) {
    Length hint = length(section, "hint", new Length(7, 8, null, false));
    Length planner = length(section, "planner", new Length(12, 16, Target.PLANNER, true));
    Length user = length(section, "user", new Length(22, 30, Target.USER, true));
    if (planner.least() < hint.least() || user.least() < planner.least()) {
      section.addProblem("user", "must be ≥ planner, and planner ≥ hint");
    }
    return new StretchLengths(
        section.enabled(),
        List.of(hint, planner, user),
        section
            .about(
                "calls with one error, among the newest 20 of an agent, that give a hint; 0: none do")
            .integer("sameError", 4, 0, ERROR_CALLS));
  }

  private static Length length(Section section, String key, Length preset) {
    String who =
        preset.target() == null
            ? "the agent gets a hint"
            : "the loop goes to the " + preset.target().name().toLowerCase(Locale.ROOT);
    int within =
        section
            .about("number of newest finished calls that are counted before " + who)
            .integer(key + "Within", preset.within(), 2, MAX_CALLS);
    int least =
        section
            .about("calls among them that brought nothing, so that " + who)
            .integer(key, Math.min(preset.least(), within), 2, MAX_CALLS);
    if (least > within) {
      section.addProblem(key, "must be ≤ " + within + ", was " + least);
    }
    return new Length(least, within, preset.target(), preset.countsUncertain());
  }

  /** A number for an outcome: the better one is higher. */
  static int code(CallOutcome outcome) {
    if (outcome.isBare()) {
      return Outcome.DONE.place() * 2 + 1;
    }
    boolean isUncertain = outcome.search() == Search.UNCERTAIN && weight(outcome.outcome()) > 0;
    return outcome.outcome().place() * 2 + (isUncertain ? 0 : 1);
  }

  static Outcome outcome(int code) {
    return Outcome.of(code / 2);
  }

  private static boolean isUncertain(int code) {
    return code % 2 == 0;
  }

  /** Twice the share of a call that brought nothing. */
  static int weight(Outcome outcome) {
    return switch (outcome) {
      case KNOWN, NOTHING, FAILED_AGAIN -> FULL;
      case FAILED -> 1;
      case UNKNOWN, RUNNING, DONE, NEW -> 0;
    };
  }
}
