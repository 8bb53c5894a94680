package dev.eddyline.topology;

import dev.eddyline.task.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** All metrics of the processor: their names, labels and meanings. */
final class Meters {

  static final String EVENTS = "eddyline.events";
  static final String STRAYS = "eddyline.strays";
  static final String OUTDATED = "eddyline.signals.outdated";

  private final MeterRegistry registry;
  private final Map<Outcome, Counter> events = new EnumMap<>(Outcome.class);
  private final Counter outdated;

  Meters(MeterRegistry registry) {
    this.registry = registry;
    for (Outcome outcome : Outcome.values()) {
      events.put(
          outcome,
          Counter.builder(EVENTS)
              .description("Events by what became of them")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    outdated =
        Counter.builder(OUTDATED)
            .description("Subtasks' loops and progress of before their root's last reset, ignored")
            .register(registry);
  }

  void event(Outcome outcome) {
    events.get(outcome).increment();
  }

  void outdated() {
    outdated.increment();
  }

  void stray(String topic) {
    Counter.builder(STRAYS)
        .description("Records that were not on their key's partition and were forwarded home")
        .tag("topic", topic)
        .register(registry)
        .increment();
  }
}
