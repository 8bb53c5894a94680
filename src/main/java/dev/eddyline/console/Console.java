package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.app.Status;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import io.javalin.config.JavalinConfig;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The console of one instance: its pages, the JSON API, and the view behind both. */
public final class Console implements Pages, AutoCloseable {

  private final SchemaRegistry registry;
  private final OutputFeed outputs;
  private final EventPublisher inputs;
  private final FeedPages feed;
  private final List<Pages> pages;

  /**
   * Starts to read published outputs.
   *
   * @param application the processor of this instance
   * @throws dev.eddyline.config.InvalidSettingException where it would be open to strangers
   */
  public Console(Settings settings, Application application) {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    AccessControl access = access(settings, application);
    OutputView view = new OutputView(Clock.systemUTC());
    registry = new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
    inputs = new EventPublisher(settings, topics, registry);
    feed = new FeedPages(view, access.callers()::isStillAuthenticated, System::nanoTime);
    ActiveTasks active =
        new ActiveTasks(
            application::status,
            () -> application.tasks().ownHost().map(PeerClient::address),
            access.peers()::fetchStatus,
            System::nanoTime);
    DecisionSignatures signatures = new DecisionSignatures(application.signingKeys());
    TaskPages tasks =
        new TaskPages(
            view,
            application.tasks(),
            application.policies(),
            application.graphs(),
            access.peers());
    WriteAuthorizer writes = new WriteAuthorizer(view, tasks::mayTaskBelongToScope);
    EventIngest ingest = new EventIngest(view, inputs, signatures, writes);
    pages =
        pages(
            access,
            new StatusPages(application),
            feed,
            new ViewPages(view, active::now),
            tasks,
            new DecisionPages(view, inputs, signatures),
            new EventPages(ingest),
            new HookPages(ingest::publish, Clock.systemUTC()),
            new PolicyPages(application.policies(), settings.get(Setting.POLICY)),
            new GraphPages(application.graphs()));
    Map<String, Object> consumer = new HashMap<>(settings.consumer());
    consumer.put("bootstrap.servers", settings.get(Setting.BOOTSTRAP_SERVERS));
    outputs = new OutputFeed(consumer, registry, topics, Optional.of(HourlyTotals.RETENTION), view);
  }

  private static AccessControl access(Settings settings, Application application) {
    AccessRules rules = AccessRules.of(settings);
    Supplier<List<String>> others =
        () ->
            application.status().instances().stream()
                .map(Status.Member::address)
                .filter(address -> !rules.thisInstanceAddress().equals(Optional.of(address)))
                .toList();
    return AccessControl.create(
        rules,
        AccessRules.tokens(settings, System::nanoTime),
        application.signingKeys(),
        others,
        TlsFiles.of(settings),
        Clock.systemUTC(),
        System::nanoTime);
  }

  /** All pages: these, the pages of access control, and the static ones. */
  static List<Pages> pages(AccessControl access, Pages... pages) {
    return Stream.of(access.pages(), List.of(new StaticPages(), new ApiDocument()), List.of(pages))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Checks the settings before anything is started.
   *
   * @throws dev.eddyline.config.InvalidSettingException where it would be open to strangers
   */
  public static void check(Settings settings) {
    AccessRules.of(settings);
    AccessRules.tokens(settings, System::nanoTime);
    SigningKeys.of(settings);
    WebServer.check(settings);
  }

  @Override
  public void addTo(JavalinConfig config) {
    pages.forEach(some -> some.addTo(config));
  }

  /** The number of open feeds. */
  int feedClientCount() {
    return feed.clients();
  }

  /** Stops reading. */
  @Override
  public void close() {
    feed.close();
    inputs.close();
    outputs.close();
    registry.close();
  }
}
