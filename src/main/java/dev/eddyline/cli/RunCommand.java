package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.app.HealthServer;
import dev.eddyline.app.MissingRightException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddyline run}: the processor against a real cluster. */
@Command(
    name = "run",
    description = "Runs the processor against a Kafka cluster and a schema registry.",
    footerHeading = "%nSettings and their defaults (later layers win: file, environment, flags):%n",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
  private static final int HIGHEST_PORT = 65_535;

  @Mixin private SettingsOptions options;

  @Option(
      names = "--warm-from",
      paramLabel = "48h",
      description =
          "take the place of --predecessor: read what it had taken so far back once more, publish"
              + " nothing of it, and go on where it ended")
  private String warmFrom;

  @Option(
      names = "--predecessor",
      paramLabel = "APPLICATION_ID",
      description = "whose place is taken; it must have ended")
  private String predecessor;

  @Override
  public Integer call() throws Exception {
    options.set(Setting.WARM_FROM, warmFrom);
    options.set(Setting.PREDECESSOR, predecessor);
    Settings settings = options.settings();
    LogFormat.use(settings.get(Setting.LOG_FORMAT));
    int port = settings.integer(Setting.HTTP_PORT, 0, HIGHEST_PORT);
    Application application = Application.start(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(application::close, "shutdown"));
    try (HealthServer health =
        new HealthServer(settings.get(Setting.HTTP_HOST), port, application)) {
      LOG.atInfo()
          .addKeyValue("application_id", settings.get(Setting.APPLICATION_ID))
          .addKeyValue("bootstrap", settings.get(Setting.BOOTSTRAP_SERVERS))
          .addKeyValue("policy", settings.get(Setting.POLICY))
          .addKeyValue("health_port", health.port())
          .log("eddyline runs");
      application.awaitEnd();
    }
    return application.failure().map(RunCommand::exitCode).orElse(ExitCode.OK);
  }

  private static int exitCode(Throwable failure) {
    return failure instanceof MissingRightException ? ExitCode.CLUSTER : ExitCode.FAILED;
  }
}
