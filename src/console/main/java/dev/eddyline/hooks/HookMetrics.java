package dev.eddyline.hooks;

import dev.eddyline.metrics.Metric;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.stream.Stream;

/** Metrics of hooks, by tool and outcome. Thread-safe. */
public final class HookMetrics {

  /** Label of every tool that is not known. */
  public static final String UNKNOWN_TOOL = "unknown";

  private final MeterRegistry registry;

  /** Metrics in this registry; all counters start at 0. */
  public HookMetrics(MeterRegistry registry) {
    this.registry = registry;
    Stream.concat(HookAgents.names().stream(), Stream.of(UNKNOWN_TOOL))
        .forEach(
            tool -> {
              for (HookOutcome outcome : HookOutcome.values()) {
                Metric.HOOKS.counter(registry, tool, label(outcome));
              }
            });
  }

  private static String label(HookOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Counts a hook.
   *
   * @param tool a known tool, or {@link #UNKNOWN_TOOL}
   */
  public void count(String tool, HookOutcome outcome) {
    Metric.HOOKS.counter(registry, tool, label(outcome)).increment();
  }
}
