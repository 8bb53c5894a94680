package dev.eddyline.serve;

import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.LogFormat;
import dev.eddyline.cli.SettingsOptions;
import dev.eddyline.cluster.BootstrapServers;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import dev.eddyline.http.HealthPages;
import dev.eddyline.metrics.KafkaMeters;
import dev.eddyline.metrics.NotifierMetrics;
import dev.eddyline.metrics.ProcessMeters;
import dev.eddyline.notifier.Notifier;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddyline notifier}: delivers the changes of gates. */
@Command(
    name = "notifier",
    description =
        "Notifies targets when a gate is opened, updated or closed: as signed webhooks, in Slack,"
            + " as GitHub issues or as PagerDuty alerts. Each change is delivered at least once,"
            + " those of a gate in order. Several notifiers share the work.",
    mixinStandardHelpOptions = true)
final class NotifierCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(NotifierCommand.class);

  @Mixin private SettingsOptions options;

  @Override
  public Integer call() throws Exception {
    Settings settings = options.settings();
    LogFormat.use(settings.get(Setting.LOG_FORMAT));
    ListeningPorts.requireHealthPortFree(settings);
    new BootstrapServers(settings.get(Setting.BOOTSTRAP_SERVERS)).requireKnownHost();
    PrometheusMeterRegistry meters = KafkaMeters.registry();
    ProcessMeters.bind(Path.of(settings.get(Setting.STATE_DIR)), meters);
    Notifier notifier = Notifier.start(settings, new NotifierMetrics(meters));
    Runtime.getRuntime().addShutdownHook(new Thread(notifier::close, "shutdown"));
    HealthPages pages = new HealthPages(() -> false, notifier::obstacles);
    try (notifier;
        WebServer health = WebServer.health(settings, pages, meters)) {
      LOG.atInfo()
          .addKeyValue("bootstrap", settings.get(Setting.BOOTSTRAP_SERVERS))
          .addKeyValue("targets", notifier.targets())
          .addKeyValue("health", health.address())
          .log("eddyline notifier started");
      notifier.awaitEnd();
    }
    return ExitCode.OK;
  }
}
