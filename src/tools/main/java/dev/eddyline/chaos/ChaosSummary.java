package dev.eddyline.chaos;

import dev.eddyline.chaos.ChaosResult.FaultStats;
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
public record ChaosSummary(List<ChaosResult> runs) {

  public ChaosSummary {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("there is no run to sum up");
    }
  }

  /** Whether all of them passed. */
  public boolean hasPassed() {
    return runs.stream().allMatch(ChaosResult::hasPassed);
  }

  private Map<ChaosFaultType, FaultStats> statsByType() {
    Map<ChaosFaultType, FaultStats> kinds = new EnumMap<>(ChaosFaultType.class);
    runs.forEach(run -> run.kinds().forEach((kind, it) -> kinds.merge(kind, it, FaultStats::plus)));
    return kinds;
  }

  private long sum(ToLongFunction<ChaosResult> figure) {
    return runs.stream().mapToLong(figure).sum();
  }

  /** The summary as text, one line per type of fault. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    statsByType()
        .forEach(
            (kind, it) ->
                text.append(
                    "  %-20s %4d   longest stall %5.1f s of %3d s%s%n"
                        .formatted(
                            kind.title(),
                            it.faults(),
                            it.longestMs() / 1_000.0,
                            RecoveryTimeLimit.forFaultType(kind).toSeconds(),
                            kind == ChaosFaultType.ZOMBIE
                                ? "   fenced " + sum(ChaosResult::fenced)
                                : "")));
    text.append(
        "  %-20s %4d   seeds %s%n".formatted("all", sum(ChaosSummary::faultCount), seeds()));
    text.append(RecoveryTimeLimit.describeLimitComposition()).append(System.lineSeparator());
    text.append(
        ("lost %d, duplicated %d, different %d, of %d committed records%n"
                + "partitions over the limit: %d; full disks that were not reported: %d;"
                + " unexpected exits of processors: %d")
            .formatted(
                sum(ChaosResult::lost),
                sum(ChaosResult::doubled),
                sum(ChaosResult::different),
                sum(ChaosResult::records),
                sum(ChaosResult::late),
                sum(ChaosResult::unnamed),
                sum(ChaosResult::endedByThemselves)));
    return text.toString();
  }

  private static long faultCount(ChaosResult run) {
    return run.kinds().values().stream().mapToLong(FaultStats::faults).sum();
  }

  private String seeds() {
    return runs.stream()
        .map(ChaosResult::seed)
        .distinct()
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }
}
