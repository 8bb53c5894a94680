package dev.eddyline.console;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.edge.AccessControl;
import dev.eddyline.console.edge.AccessRules;
import dev.eddyline.console.ingest.OtlpPages;
import dev.eddyline.console.ingest.OtlpPublisher;
import dev.eddyline.console.web.Pages;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Receives OTLP over HTTP on a port of its own, and writes it to Kafka. */
public final class TelemetryReceiver implements AutoCloseable {

  private final OtlpPublisher publisher;
  private final WebServer server;

  private TelemetryReceiver(OtlpPublisher publisher, WebServer server) {
    this.publisher = publisher;
    this.server = server;
  }

  /** Whether the settings ask for it. */
  public static boolean isConfigured(Settings settings) {
    return !settings.get(Setting.OTLP_PORT).isBlank();
  }

  /**
   * Checks the settings without starting a server.
   *
   * @throws dev.eddyline.config.InvalidSettingException where it would be open to strangers
   */
  public static void check(Settings settings) {
    if (isConfigured(settings)) {
      AccessRules.of(settings, Setting.OTLP_HOST);
      AccessRules.requireTokensOfPrograms(settings, Setting.OTLP_PORT);
    }
  }

  /** Starts to receive. Refused records count in the metrics. */
  public static TelemetryReceiver start(Settings settings, Metrics metrics) {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    AccessControl access =
        AccessControl.create(
            AccessRules.of(settings, Setting.OTLP_HOST),
            AccessRules.tokens(settings, System::nanoTime),
            SigningKeys.of(settings),
            List::of,
            TlsFiles.of(settings),
            Clock.systemUTC(),
            System::nanoTime,
            Optional.empty());
    OtlpPublisher publisher = new OtlpPublisher(settings, topics);
    List<Pages> pages = List.of(access.guard(), new OtlpPages(publisher, metrics));
    return new TelemetryReceiver(publisher, WebServer.telemetry(settings, pages));
  }

  /** The local URL, without a path. */
  public String address() {
    return server.address();
  }

  @Override
  public void close() {
    server.close();
    publisher.close();
  }
}
