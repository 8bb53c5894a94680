package dev.eddyline.serve;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.LogFormat;
import dev.eddyline.cli.SettingsOptions;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Gateway;
import dev.eddyline.console.TelemetryReceiver;
import dev.eddyline.console.WebServer;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.http.HealthPages;
import dev.eddyline.metrics.KafkaMeters;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.ProcessMeters;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddyline gateway}: receives events without the processor. */
@Command(
    name = "gateway",
    description =
        "Receives events over HTTP, from hooks and as OTLP, and publishes them to Kafka, without"
            + " the processor. It also maps the topics otlp_spans and otlp_logs, which an"
            + " OpenTelemetry Collector may write. Several gateways share the work.",
    mixinStandardHelpOptions = true)
final class GatewayCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(GatewayCommand.class);

  @Mixin private SettingsOptions options;

  @Override
  public Integer call() throws Exception {
    Settings settings = options.settings();
    LogFormat.use(settings.get(Setting.LOG_FORMAT));
    Gateway.check(settings);
    TelemetryReceiver.check(settings);
    MapperApplication.check(settings);
    ListeningPorts.requireFree(settings);
    PrometheusMeterRegistry meters = KafkaMeters.registry();
    ProcessMeters.bind(Path.of(settings.get(Setting.STATE_DIR)), meters);
    Metrics metrics = new Metrics(meters, settings.flag(Setting.METRICS_AGENT_NAMES));
    Telemetry telemetry = Telemetry.start(settings, metrics);
    MapperApplication mapper = telemetry.mapper().orElseThrow();
    Runtime.getRuntime().addShutdownHook(new Thread(telemetry::close, "shutdown"));
    HealthPages pages =
        new HealthPages(() -> mapper.failure().isPresent(), mapper.readiness()::obstacles);
    try (telemetry;
        Gateway gateway = new Gateway(settings, meters);
        WebServer server = WebServer.of(settings, gateway);
        WebServer health = WebServer.health(settings, pages, meters)) {
      LOG.atInfo()
          .addKeyValue("bootstrap", settings.get(Setting.BOOTSTRAP_SERVERS))
          .addKeyValue("http", server.address())
          .addKeyValue("otlp", telemetry.address())
          .addKeyValue("health", health.address())
          .log("eddyline gateway started");
      mapper.awaitEnd();
    }
    return exitCode(mapper.failure());
  }

  private static int exitCode(Optional<Throwable> failure) {
    if (failure.isEmpty()) {
      return ExitCode.OK;
    }
    return failure.get() instanceof InvalidSettingException ? ExitCode.USAGE : ExitCode.FAILED;
  }
}
