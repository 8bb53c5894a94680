package dev.eddyline.serve;

import dev.eddyline.app.Readiness;
import dev.eddyline.config.Settings;
import dev.eddyline.console.TelemetryReceiver;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.metrics.Metrics;
import java.util.Optional;

/**
 * The receiver of OTLP and the mapper of its topics, each where it is needed.
 *
 * @param mapper the mapper; empty where it does not run
 * @param receiver the receiver; empty where it does not run
 */
record Telemetry(Optional<MapperApplication> mapper, Optional<TelemetryReceiver> receiver)
    implements AutoCloseable {

  /**
   * Starts both, or neither where no port for OTLP is configured.
   *
   * @param processor the readiness of the processor in the same process; counts the mapper, too
   */
  static Telemetry startIfConfigured(Settings settings, Metrics metrics, Readiness processor) {
    if (!TelemetryReceiver.isConfigured(settings)) {
      return new Telemetry(Optional.empty(), Optional.empty());
    }
    Telemetry telemetry = start(settings, metrics);
    telemetry.mapper.ifPresent(
        mapper -> processor.follow(() -> mapper.readiness().currentObstacles().stream()));
    return telemetry;
  }

  /** Starts the mapper, and the receiver where its port is configured. */
  static Telemetry start(Settings settings, Metrics metrics) {
    MapperApplication mapper = MapperApplication.start(settings, metrics);
    try {
      Optional<TelemetryReceiver> receiver =
          TelemetryReceiver.isConfigured(settings)
              ? Optional.of(TelemetryReceiver.start(settings, metrics))
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

  @Override
  public void close() {
    receiver.ifPresent(TelemetryReceiver::close);
    mapper.ifPresent(MapperApplication::close);
  }
}
