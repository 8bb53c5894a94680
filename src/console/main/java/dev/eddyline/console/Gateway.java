package dev.eddyline.console;

import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.edge.AccessControl;
import dev.eddyline.console.edge.AccessRules;
import dev.eddyline.console.edge.ApiDocument;
import dev.eddyline.console.edge.RateLimit;
import dev.eddyline.console.ingest.EventIngest;
import dev.eddyline.console.ingest.EventPages;
import dev.eddyline.console.ingest.EventPublisher;
import dev.eddyline.console.ingest.HookMonitor;
import dev.eddyline.console.ingest.HookPages;
import dev.eddyline.console.ingest.WriteAuthorizer;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import io.javalin.config.JavalinConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The API for events and hooks without a processor in the same process: it publishes to Kafka, and
 * reads the replies from the topics.
 */
public final class Gateway implements Pages, AutoCloseable {

  /** Requests of agents come within this time of the task's earlier outputs. */
  private static final Duration READ_BACK = Duration.ofHours(1);

  private final SchemaRegistry registry;
  private final EventPublisher inputs;
  private final OutputFeed outputs;
  private final List<Pages> pages;

  /**
   * Checks the settings before anything is started.
   *
   * @throws dev.eddyline.config.InvalidSettingException where nobody could publish
   */
  public static void check(Settings settings) {
    Console.check(settings);
    AccessRules.requireTokensOfPrograms(settings, Setting.HTTP_PORT);
  }

  /**
   * Starts to read published outputs.
   *
   * @param meters registry of its metrics
   * @throws dev.eddyline.config.InvalidSettingException where it would be open to strangers
   */
  public Gateway(Settings settings, MeterRegistry meters) {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    SigningKeys keys = SigningKeys.of(settings);
    AccessControl access =
        AccessControl.create(
            AccessRules.of(settings),
            AccessRules.tokens(settings, System::nanoTime),
            keys,
            List::of,
            TlsFiles.of(settings),
            Clock.systemUTC(),
            System::nanoTime,
            Optional.empty());
    OutputView view = new OutputView(Clock.systemUTC());
    registry = new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
    inputs = new EventPublisher(settings, topics, registry);
    WriteAuthorizer writes =
        new WriteAuthorizer(
            (scope, task) -> {
              throw ApiException.of(
                  403, "a token for some workflows needs the processor's own port: use that");
            });
    EventIngest ingest = new EventIngest(view, inputs, writes, new RateLimit(System::nanoTime));
    pages =
        List.of(
            access.guard(),
            access.sessions(),
            new ApiDocument(),
            new EventPages(ingest),
            new HookPages(
                ingest::publish,
                new HookMonitor(meters, Clock.systemUTC()),
                Clock.systemUTC(),
                ConsoleUrl.of(settings)));
    Map<String, Object> consumer = new HashMap<>(settings.consumer());
    consumer.put("bootstrap.servers", settings.get(Setting.BOOTSTRAP_SERVERS));
    outputs = new OutputFeed(consumer, registry, topics, Optional.of(READ_BACK), view);
  }

  @Override
  public void addTo(JavalinConfig config) {
    pages.forEach(some -> some.addTo(config));
  }

  /** Stops reading and publishing. */
  @Override
  public void close() {
    inputs.close();
    outputs.close();
    registry.close();
  }
}
