package dev.eddyline.cli;

import dev.eddyline.config.Settings;
import dev.eddyline.console.TelemetryReceiver;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.metrics.Metrics;
import java.util.List;
import java.util.Optional;

/**
 * The receiver of OTLP and the mapper of its topics, each where it is needed.
 *
 * @param mapper the mapper; empty where it does not run
 * @param receiver the receiver; empty where it does not run
 */
record Telemetry(Optional<MapperApplication> mapper, Optional<TelemetryReceiver> receiver)
    implements AutoCloseable {

  /** Starts both, or neither where no port for OTLP is configured. */
  static Telemetry startIfConfigured(Settings settings, Metrics metrics) {
    return TelemetryReceiver.isConfigured(settings)
        ? start(settings, metrics)
        : new Telemetry(Optional.empty(), Optional.empty());
  }

  /** Starts the mapper, and the receiver where its port is configured. */
  static Telemetry start(Settings settings, Metrics metrics) {
    MapperApplication mapper = MapperApplication.start(settings, metrics);
    try {
      Optional<TelemetryReceiver> receiver =
          TelemetryReceiver.isConfigured(settings)
              ? Optional.of(TelemetryReceiver.start(settings))
              : Optional.empty();
      return new Telemetry(Optional.of(mapper), receiver);
    } catch (RuntimeException notStarted) {
      mapper.close();
      throw notStarted;
    }
  }

  /** URL of the receiver; {@code off} without one. */
  String address() {
    return receiver.map(TelemetryReceiver::address).orElse("off");
  }

  /** Whether the mapper has ended by a failure. */
  boolean hasFailed() {
    return mapper.flatMap(MapperApplication::failure).isPresent();
  }

  /** Why no telemetry is mapped now, a line each; empty when it is. */
  List<String> obstacles() {
    return mapper.map(MapperApplication::obstacles).orElseGet(List::of);
  }

  @Override
  public void close() {
    receiver.ifPresent(TelemetryReceiver::close);
    mapper.ifPresent(MapperApplication::close);
  }
}
