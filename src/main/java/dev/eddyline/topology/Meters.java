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

  private final MeterRegistry registry;
  private final Map<Outcome, Counter> events = new EnumMap<>(Outcome.class);

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
  }

  void event(Outcome outcome) {
    events.get(outcome).increment();
  }

  void stray(String topic) {
    Counter.builder(STRAYS)
        .description("Records that were not on their key's partition and were forwarded home")
        .tag("topic", topic)
        .register(registry)
        .increment();
  }
}
