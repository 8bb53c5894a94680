package dev.eddyline.chaos;

import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a run amounts to: faults by kind, what stood still, and what was not as it must be. */
public final class Tally {

  private record OfKind(int faults, Duration longest) {
    private OfKind and(Duration standstill) {
      return new OfKind(faults + 1, longest.compareTo(standstill) < 0 ? standstill : longest);
    }
  }

  private static final OfKind NONE = new OfKind(0, Duration.ZERO);

  private final Map<FaultKind, OfKind> byKind = new EnumMap<>(FaultKind.class);
  private final List<Discrepancy> discrepancies = new ArrayList<>();
  private int stuck;
  private int fenced;
  private int endedByThemselves;
  private int records;

  /** A fault after which every partition went on, and the longest that one had stood still. */
  void recovered(FaultKind kind, Duration standstill) {
    byKind.merge(kind, NONE.and(standstill), (before, one) -> before.and(one.longest()));
  }

  /** A fault after which a partition did not go on within the time that is allowed. */
  void stuck(FaultKind kind, Duration standstill) {
    recovered(kind, standstill);
    stuck++;
  }

  /** A processor that was halted and went on told that its work had been given away. */
  void fenced() {
    fenced++;
  }

  /** What was found at the end. */
  void verified(int takenAndPublished, int ended, List<Discrepancy> found) {
    records = takenAndPublished;
    endedByThemselves = ended;
    discrepancies.addAll(found);
  }

  /** Faults that counted. */
  public int faults() {
    return byKind.values().stream().mapToInt(OfKind::faults).sum();
  }

  /** Faults of a kind that counted. */
  public int faults(FaultKind kind) {
    return byKind.getOrDefault(kind, NONE).faults();
  }

  /** What was not as it must be; empty when all is well. */
  public List<Discrepancy> discrepancies() {
    return List.copyOf(discrepancies);
  }

  /** Discrepancies of a sort. */
  public long count(Kind kind) {
    return discrepancies.stream().filter(found -> found.kind() == kind).count();
  }

  /** The longest that a partition stood still. */
  public Duration longest() {
    return byKind.values().stream()
        .map(OfKind::longest)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** Committed records that were compared. */
  public int records() {
    return records;
  }

  /** Whether nothing was lost, doubled or different, and no partition stayed where it was. */
  public boolean holds() {
    return discrepancies.isEmpty() && stuck == 0;
  }

  /** All of it, a line each, for people. */
  @Override
  public String toString() {
    StringBuilder told = new StringBuilder();
    byKind.forEach(
        (kind, it) ->
            told.append(
                "  %-22s %3d   longest standstill %5.1f s%s%n"
                    .formatted(
                        kind.title(),
                        it.faults(),
                        seconds(it.longest()),
                        kind == FaultKind.ZOMBIE ? "   fenced " + fenced : "")));
    told.append(
        ("  %-22s %3d   longest standstill %5.1f s%n"
                + "lost %d, doubled %d, different %d, among %d committed records%n"
                + "partitions that did not move again in time: %d; processors that ended by"
                + " themselves: %d")
            .formatted(
                "all",
                faults(),
                seconds(longest()),
                count(Kind.LOST),
                count(Kind.DOUBLED),
                count(Kind.DIFFERENT),
                records,
                stuck,
                endedByThemselves));
    return told.toString();
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1_000.0;
  }
}
