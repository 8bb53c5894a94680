package dev.eddyline.console.ingest;

import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.hooks.HookMetrics;
import dev.eddyline.hooks.HookOutcome;
import dev.eddyline.outputs.OutputJson;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Counts hooks, logs those that were not evaluated, and lists them for the overview. Nothing here
 * contains text of a request. Thread-safe.
 */
public final class HookMonitor {

  private static final Logger LOG = LoggerFactory.getLogger(HookMonitor.class);

  /** Time between two log lines of one tool and outcome. */
  static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

  /** How long the overview shows a hook. */
  static final Duration WINDOW = Duration.ofHours(1);

  private final HookMetrics metrics;
  private final InstantSource clock;
  private final Map<HookKind, RecentHooks> recent = new ConcurrentHashMap<>();

  private record HookKind(String tool, HookOutcome outcome) {}

  /** Counts hooks in these metrics. */
  public HookMonitor(MeterRegistry registry, InstantSource clock) {
    metrics = new HookMetrics(registry);
    this.clock = clock;
  }

  /**
   * Counts a hook.
   *
   * @param tool a known tool, or {@link HookMetrics#UNKNOWN_TOOL}
   * @param field the field that is the cause, as Eddyline names it; null where none is
   */
  void count(String tool, HookOutcome outcome, @Nullable String field) {
    metrics.count(tool, outcome);
    if (outcome.isEvaluated()) {
      return;
    }
    recent
        .computeIfAbsent(new HookKind(tool, outcome), kind -> new RecentHooks())
        .add(clock.millis())
        .ifPresent(
            count -> {
              LoggingEventBuilder line =
                  LOG.atWarn()
                      .addKeyValue("tool", tool)
                      .addKeyValue("outcome", OutputJson.word(outcome))
                      .addKeyValue("count", count);
              (field == null ? line : line.addKeyValue("field", field)).log("hook not evaluated");
            });
  }

  /** The hooks of the last hour that were not evaluated, the most frequent first. */
  public List<OverviewJson.BlindHooks> blindHooks() {
    long now = clock.millis();
    return recent.entrySet().stream()
        .map(
            entry ->
                new OverviewJson.BlindHooks(
                    entry.getKey().tool(),
                    OutputJson.word(entry.getKey().outcome()),
                    entry.getValue().count(now)))
        .filter(hooks -> hooks.count() > 0)
        .sorted(
            Comparator.comparingLong((OverviewJson.BlindHooks hooks) -> -hooks.count())
                .thenComparing(OverviewJson.BlindHooks::tool)
                .thenComparing(OverviewJson.BlindHooks::outcome))
        .toList();
  }

  /** The hooks of one tool and outcome, by minute. */
  private static final class RecentHooks {

    private final TreeMap<Long, Long> countByMinute = new TreeMap<>();
    private long unlogged;
    private @Nullable Long loggedAt;

    /** Adds a hook; returns the number of hooks to log now. */
    synchronized Optional<Long> add(long now) {
      countByMinute.merge(minute(now), 1L, Long::sum);
      evict(now);
      unlogged++;
      if (loggedAt != null && now - loggedAt < LOG_INTERVAL.toMillis()) {
        return Optional.empty();
      }
      long count = unlogged;
      unlogged = 0;
      loggedAt = now;
      return Optional.of(count);
    }

    synchronized long count(long now) {
      evict(now);
      return countByMinute.values().stream().mapToLong(Long::longValue).sum();
    }

    private void evict(long now) {
      countByMinute.headMap(minute(now) - WINDOW.toMinutes(), true).clear();
    }

    private static long minute(long millis) {
      return Duration.ofMillis(millis).toMinutes();
    }
  }
}
