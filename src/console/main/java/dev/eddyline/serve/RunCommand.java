package dev.eddyline.serve;

import dev.eddyline.app.Application;
import dev.eddyline.app.MissingRightException;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.LogFormat;
import dev.eddyline.cli.SettingsOptions;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.TelemetryReceiver;
import dev.eddyline.console.WebServer;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.http.HealthPages;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddyline run}: runs the processor against a cluster. */
@Command(
    name = "run",
    description = "Runs the processor against a Kafka cluster and a schema registry.",
    footerHeading = "%nSettings and their defaults (later layers win: file, environment, flags):%n",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private SettingsOptions options;

  @Option(
      names = "--warm-from",
      paramLabel = "48h",
      description =
          "take over from --predecessor: reprocess this much of its input without publishing, then"
              + " continue where it ended")
  private String warmFrom;

  @Option(
      names = "--predecessor",
      paramLabel = "APPLICATION_ID",
      description = "the application to take over from; it must be stopped")
  private String predecessor;

  @Override
  public Integer call() throws Exception {
    options.set(Setting.WARM_FROM, warmFrom);
    options.set(Setting.PREDECESSOR, predecessor);
    Settings settings = options.settings();
    LogFormat.use(settings.get(Setting.LOG_FORMAT));
    Console.check(settings);
    TelemetryReceiver.check(settings);
    MapperApplication.check(settings);
    ListeningPorts.requireFree(settings);
    Application application = startApplication(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(application::close, "shutdown"));
    try (Console console = new Console(settings, application);
        WebServer server = WebServer.of(settings, console);
        Telemetry telemetry =
            Telemetry.startIfConfigured(settings, application.metrics(), application.readiness());
        WebServer health =
            WebServer.health(settings, healthPages(application, telemetry), application.meters())) {
      LOG.atInfo()
          .addKeyValue("application_id", settings.get(Setting.APPLICATION_ID))
          .addKeyValue("bootstrap", settings.get(Setting.BOOTSTRAP_SERVERS))
          .addKeyValue("policy", settings.get(Setting.POLICY))
          .addKeyValue("http", server.address())
          .addKeyValue("health", health.address())
          .addKeyValue("otlp", telemetry.address())
          .log("eddyline started");
      console
          .signInCode()
          .ifPresent(
              it ->
                  it.announceTo(
                      code ->
                          LOG.atInfo()
                              .addKeyValue("link", server.address() + "/#code=" + code)
                              .log("open this once to decide gates in the console")));
      application.awaitEnd();
      application.failure().map(RunCommand::exitCode).ifPresent(new ExitWatchdog()::start);
    }
    return application.failure().map(RunCommand::exitCode).orElse(ExitCode.OK);
  }

  /** A mapper that failed ends the liveness too: acknowledged telemetry would remain unmapped. */
  static HealthPages healthPages(Application application, Telemetry telemetry) {
    return new HealthPages(
        () -> application.failed() || telemetry.hasFailed(), application.readiness()::obstacles);
  }

  /** Starts the application; answers health probes during a take-over, which may take long. */
  private static Application startApplication(Settings settings) {
    if (settings.get(Setting.PREDECESSOR).isBlank()) {
      return Application.start(settings);
    }
    try (WebServer probes = WebServer.startupHealthServer(settings)) {
      LOG.atInfo().addKeyValue("health", probes.address()).log("health server started");
      return Application.start(settings);
    }
  }

  private static int exitCode(Throwable failure) {
    if (failure instanceof InvalidSettingException) {
      return ExitCode.USAGE;
    }
    return failure instanceof MissingRightException ? ExitCode.CLUSTER : ExitCode.FAILED;
  }
}
