package dev.eddyline.console;

import dev.eddyline.app.Application;
import dev.eddyline.app.Status;
import dev.eddyline.app.TaskEventReader;
import dev.eddyline.audit.ReceiptReader;
import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.edge.AccessControl;
import dev.eddyline.console.edge.AccessRules;
import dev.eddyline.console.edge.ApiDocument;
import dev.eddyline.console.edge.PeerClient;
import dev.eddyline.console.edge.RateLimit;
import dev.eddyline.console.edge.SignInCode;
import dev.eddyline.console.edge.TraceUrl;
import dev.eddyline.console.ingest.EventIngest;
import dev.eddyline.console.ingest.EventPages;
import dev.eddyline.console.ingest.EventPublisher;
import dev.eddyline.console.ingest.HookMonitor;
import dev.eddyline.console.ingest.HookPages;
import dev.eddyline.console.ingest.WriteAuthorizer;
import dev.eddyline.console.pages.ActivePolicyTexts;
import dev.eddyline.console.pages.AuditPages;
import dev.eddyline.console.pages.DecisionPages;
import dev.eddyline.console.pages.ExplanationPages;
import dev.eddyline.console.pages.FeedPages;
import dev.eddyline.console.pages.GraphPages;
import dev.eddyline.console.pages.InputProblemPages;
import dev.eddyline.console.pages.LinkPages;
import dev.eddyline.console.pages.PatternPages;
import dev.eddyline.console.pages.PolicyDraftPages;
import dev.eddyline.console.pages.PolicyPages;
import dev.eddyline.console.pages.PolicyPreview;
import dev.eddyline.console.pages.PolicyWriter;
import dev.eddyline.console.pages.RecentEventReader;
import dev.eddyline.console.pages.StaticPages;
import dev.eddyline.console.pages.StatusPages;
import dev.eddyline.console.pages.TaskPages;
import dev.eddyline.console.pages.ViewPages;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.console.view.HourlyTotals;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.Pages;
import dev.eddyline.http.TlsFiles;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.outputs.TopicFollower;
import dev.eddyline.reference.ReferencePublisher;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
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
  private final TopicFollower deadLetters;
  private final EventPublisher inputs;
  private final FeedPages feed;
  private final ExplanationPages explanations;
  private final Optional<SignInCode> signInCode;
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
    signInCode = access.code();
    OutputView view = new OutputView(Clock.systemUTC());
    registry = new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
    inputs = new EventPublisher(settings, topics, registry);
    feed =
        new FeedPages(
            view,
            access.callers()::isStillAuthenticated,
            application.readiness()::currentObstacles,
            System::nanoTime);
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
    explanations =
        new ExplanationPages(
            tasks,
            new TaskEventReader(
                    settings,
                    topics,
                    application.inputPartitions(),
                    registry,
                    TaskEventReader.LIMITS_OF_PROCESSOR)
                ::read,
            application.policies(),
            application.graphs(),
            ExplanationPages.TIME_LIMIT);
    WriteAuthorizer writes = new WriteAuthorizer(tasks::mayTaskBelongToScope);
    DecisionPages decisions = new DecisionPages(view, inputs, signatures);
    DecisionLinks links = new DecisionLinks(application.signingKeys());
    DeadLetterStore problems = new DeadLetterStore();
    view.addListener(problems);
    EventIngest ingest = new EventIngest(view, inputs, writes, new RateLimit(System::nanoTime));
    Map<String, Object> consumer = new HashMap<>(settings.consumer());
    consumer.put("bootstrap.servers", settings.get(Setting.BOOTSTRAP_SERVERS));
    HookMonitor hooks = new HookMonitor(application.meters(), Clock.systemUTC());
    ActivePolicyTexts policyTexts = new ActivePolicyTexts(settings.get(Setting.POLICY));
    pages =
        pages(
            access,
            new StatusPages(application),
            feed,
            new ViewPages(view, active::now, tasks::currentState, hooks::blindHooks),
            new PatternPages(view),
            tasks,
            explanations,
            decisions,
            new LinkPages(view, links, decisions),
            new EventPages(ingest),
            new HookPages(ingest::publish, hooks, Clock.systemUTC(), ConsoleUrl.of(settings)),
            new PolicyPages(application.policies(), policyTexts),
            policyDrafts(settings, application, topics, view, policyTexts),
            new GraphPages(application.graphs()),
            new InputProblemPages(problems, Clock.systemUTC()),
            new AuditPages(view, ReceiptReader.of(consumer, registry, topics), System::nanoTime));
    outputs = new OutputFeed(consumer, registry, topics, Optional.of(HourlyTotals.RETENTION), view);
    deadLetters = problems.follow(consumer, registry, topics.name(TopicRole.AGENT_EVENTS_DLQ));
  }

  private PolicyDraftPages policyDrafts(
      Settings settings,
      Application application,
      TopicCatalogue topics,
      OutputView view,
      ActivePolicyTexts texts) {
    RecentEventReader reader =
        new RecentEventReader(
            topics.name(TopicRole.AGENT_EVENTS),
            new EventDeserializer(
                registry, EventFormat.parseSetting(settings.get(Setting.EVENTS_FORMATS))),
            () -> RecentEventReader.consumer(settings),
            System::nanoTime);
    PolicyWriter writer =
        new PolicyWriter(
            application.policies(),
            (workflow, policy) ->
                ReferencePublisher.publish(
                        settings,
                        topics.topic(TopicRole.LOOP_POLICIES),
                        workflow,
                        LoopPolicy.class,
                        policy,
                        Application.CLUSTER_TIMEOUT)
                    .offset(),
            System::nanoTime);
    return new PolicyDraftPages(
        view,
        application.policies(),
        texts,
        new PolicyPreview(reader, application.graphs(), System::nanoTime),
        writer);
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
        System::nanoTime,
        TraceUrl.of(settings));
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
    TraceUrl.of(settings);
    WebServer.check(settings);
  }

  @Override
  public void addTo(JavalinConfig config) {
    pages.forEach(some -> some.addTo(config));
  }

  /** The code with which a person signs in; empty where there are tokens or a proxy. */
  public Optional<SignInCode> signInCode() {
    return signInCode;
  }

  /** The number of open feeds. */
  int feedClientCount() {
    return feed.clients();
  }

  /** Stops reading. */
  @Override
  public void close() {
    feed.close();
    explanations.close();
    inputs.close();
    outputs.close();
    deadLetters.close();
    registry.close();
  }
}
