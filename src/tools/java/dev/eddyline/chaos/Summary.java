package dev.eddyline.chaos;

import dev.eddyline.chaos.Verified.OfKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The summary of some runs.
 *
 * @param runs the runs, at least one
 */
public record Summary(List<Verified> runs) {

  public Summary {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("there is no run to sum up");
    }
  }

  /** Whether all of them passed. */
  public boolean holds() {
    return runs.stream().allMatch(Verified::holds);
  }

  private Map<FaultKind, OfKind> kinds() {
    Map<FaultKind, OfKind> kinds = new EnumMap<>(FaultKind.class);
    runs.forEach(run -> run.kinds().forEach((kind, it) -> kinds.merge(kind, it, OfKind::and)));
    return kinds;
  }

  private long sum(ToLongFunction<Verified> figure) {
    return runs.stream().mapToLong(figure).sum();
  }

  /** The summary as text, one line per type of fault. */
  @Override
  public String toString() {
    StringBuilder told = new StringBuilder();
    kinds()
        .forEach(
            (kind, it) ->
                told.append(
                    "  %-20s %4d   longest stall %5.1f s of %3d s%s%n"
                        .formatted(
                            kind.title(),
                            it.faults(),
                            it.longestMs() / 1_000.0,
                            StatedTime.of(kind).toSeconds(),
                            kind == FaultKind.ZOMBIE ? "   fenced " + sum(Verified::fenced) : "")));
    told.append("  %-20s %4d   seeds %s%n".formatted("all", sum(Summary::faults), seeds()));
    told.append(StatedTime.told()).append(System.lineSeparator());
    told.append(
        ("lost %d, duplicated %d, different %d, of %d committed records%n"
                + "partitions over the limit: %d; full disks that were not reported: %d;"
                + " unexpected exits of processors: %d")
            .formatted(
                sum(Verified::lost),
                sum(Verified::doubled),
                sum(Verified::different),
                sum(Verified::records),
                sum(Verified::late),
                sum(Verified::unnamed),
                sum(Verified::endedByThemselves)));
    return told.toString();
  }

  private static long faults(Verified run) {
    return run.kinds().values().stream().mapToLong(OfKind::faults).sum();
  }

  private String seeds() {
    return runs.stream()
        .map(Verified::seed)
        .distinct()
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }
}
