package dev.eddyline.demo;

import dev.eddyline.app.Application;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.TelemetryReceiver;
import dev.eddyline.console.WebServer;
import dev.eddyline.demo.DemoPorts.DemoServer;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.local.ServerStartException;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.policy.Policies;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.reference.ReferencePublisher;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;

/** Runs a real broker, a registry and the processor on this machine, and plays stories. */
public final class Demo {

  private static final Duration PROCESSING_TIMEOUT = Duration.ofMinutes(5);
  private static final short ONE_BROKER = 1;

  /** Decision links of a notifier are valid at the demo with its secret. */
  private static final String SIGNING_SECRET = "EDDYLINE_SIGNING_SECRET";

  private final Options options;
  private final Map<String, String> signingSecret;
  private final Policies policies;
  private final PrintStream out;
  private final PrintStream errorStream;
  private Application processor;

  /**
   * The user's options.
   *
   * @param stories the stories to play
   * @param policy presets, files and folders, with commas between
   * @param port the console's port, where it is not the default one
   * @param speed how many times faster than event time the stories are played, at least 1; infinite
   *     for no pauses
   * @param once whether the demo ends by itself when all events are processed
   */
  public record Options(
      List<Story> stories, String policy, OptionalInt port, double speed, boolean once) {

    public Options {
      stories = List.copyOf(stories);
    }
  }

  /**
   * A demo that prints to these streams.
   *
   * @param environment the process's environment; only {@code EDDYLINE_SIGNING_SECRET} is read
   * @throws dev.eddyline.policy.InvalidPolicyException when a policy is wrong
   * @throws dev.eddyline.config.InvalidSettingException when the secret is too short
   */
  public Demo(
      Options options, Map<String, String> environment, PrintStream out, PrintStream errors) {
    this.options = options;
    String secret = environment.get(SIGNING_SECRET);
    signingSecret = secret == null ? Map.of() : Map.of(SIGNING_SECRET, secret);
    SigningKeys.of(Settings.mergeLayers(null, signingSecret, Map.of()));
    policies = Policies.load(options.policy());
    this.out = out;
    this.errorStream = errors;
  }

  /**
   * Starts everything and plays the stories.
   *
   * @return number of lines that are not events
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a registry that starts too late is closed then
  public int play() throws Exception {
    out.println("Starting a Kafka broker and a schema registry on this machine…");
    DemoPorts ports = DemoPorts.choose(options.port());
    ports.replacements().forEach(out::println);
    CompletableFuture<LocalRegistry> registryStart =
        CompletableFuture.supplyAsync(() -> LocalRegistry.start(ports.portOf(DemoServer.REGISTRY)));
    Path state = Files.createTempDirectory("eddyline-demo-state");
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stopProcessorAndDeleteState(state), "demo-end"));
    try (LocalBroker broker = LocalBroker.start(ports.portOf(DemoServer.BROKER));
        LocalRegistry registry = awaitRegistry(registryStart)) {
      return play(settings(broker.bootstrapServers(), registry.confluentUrl(), ports, state));
    } finally {
      registryStart.thenAccept(LocalRegistry::close);
      stopProcessorAndDeleteState(state);
    }
  }

  private static LocalRegistry awaitRegistry(CompletableFuture<LocalRegistry> start) {
    try {
      return start.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof ServerStartException why ? why : failed;
    }
  }

  /** Stops the processor if it runs, and deletes its state: at the end, and when interrupted. */
  private synchronized void stopProcessorAndDeleteState(Path state) {
    if (processor != null) {
      processor.close();
      processor = null;
    }
    try {
      delete(state);
    } catch (IOException left) {
      errorStream.println("eddyline: the demo's state could not be removed: " + left.getMessage());
    }
  }

  private synchronized Application startProcessor(Settings settings) {
    processor = Application.start(settings);
    return processor;
  }

  /** The settings of the processor, the console and the telemetry receiver. */
  Settings settings(String bootstrap, String registryUrl, DemoPorts ports, Path state) {
    return Settings.mergeLayers(
        null,
        signingSecret,
        Map.of(
            Setting.BOOTSTRAP_SERVERS.key(),
            bootstrap,
            Setting.SCHEMA_REGISTRY_URL.key(),
            registryUrl,
            Setting.STATE_DIR.key(),
            state.toString(),
            Setting.CANARY_EVERY.key(),
            "0",
            Setting.HTTP_PORT.key(),
            Integer.toString(ports.portOf(DemoServer.CONSOLE)),
            Setting.HEALTH_PORT.key(),
            Integer.toString(ports.portOf(DemoServer.HEALTH)),
            Setting.OTLP_PORT.key(),
            Integer.toString(ports.portOf(DemoServer.OTLP)),
            Setting.POLICY.key(),
            options.policy()));
  }

  private int play(Settings settings) throws Exception {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    String bootstrap = settings.get(Setting.BOOTSTRAP_SERVERS);
    Map<String, Object> admin = Application.admin(settings);
    try (TopicAdmin creator = new TopicAdmin(topics, admin, Application.CLUSTER_TIMEOUT)) {
      creator.create(ONE_BROKER);
    }
    publishGraphs(settings, topics);
    GateTracker gates = new GateTracker();
    OutputPrinter printer = new OutputPrinter(out);
    try (SchemaRegistry registry =
            new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
        Application application = startProcessor(settings);
        Console console = new Console(settings, application);
        WebServer server = WebServer.of(settings, console);
        WebServer health = WebServer.health(settings, application);
        OutputFeed outputs =
            new OutputFeed(
                bootstrap,
                registry,
                topics,
                output -> {
                  printer.print(output);
                  gates.record(output);
                });
        DeadLetterFeed deadLetters = new DeadLetterFeed(bootstrap, topics, printer::print);
        StoryPlayer player =
            new StoryPlayer(
                bootstrap,
                registry,
                topics,
                gates,
                options.speed(),
                (file, line, reason) -> {
                  printer.badLine(file, line, reason);
                  errorStream.println(
                      Printable.escape("line %d (%s): %s".formatted(line, file, reason)));
                });
        Admin watcher = Admin.create(admin)) {
      new ServerAddresses(
              server.address(),
              health.address(),
              bootstrap,
              settings.get(Setting.SCHEMA_REGISTRY_URL))
          .print(out, topics.all().stream().map(TopicSpec::name).toList());
      console
          .signInCode()
          .ifPresent(
              it ->
                  it.announceTo(
                      code ->
                          out.printf(
                              "Decide gates  %s/#code=%s   (works once, then another is printed)%n",
                              server.address(), code)));
      CompletionWaiter completion =
          new CompletionWaiter(
              watcher,
              settings.get(Setting.APPLICATION_ID),
              topics,
              List.of(outputs::positions, deadLetters::positions));
      Map<Story, Set<String>> rootsByStory = new LinkedHashMap<>();
      for (Story story : options.stories()) {
        out.printf("%n%s%n", Printable.escape(story.title()));
        story
            .graph()
            .ifPresent(text -> printFindings(LoadedGraph.fromFile(story.sourceName(), text)));
        rootsByStory.put(story, player.play(story));
        completion.await(PROCESSING_TIMEOUT);
      }
      DemoSummary.print(out, policies, rootsByStory, gates);
      if (player.rejectedLineCount() > 0) {
        out.printf("Lines that are not events: %d%n", player.rejectedLineCount());
      }
      if (!options.once()) {
        serveUntilInterrupted(settings, application, server.address());
      }
      return player.rejectedLineCount();
    }
  }

  /** Also receives telemetry, so that an agent can be connected to the demo. */
  private void serveUntilInterrupted(Settings settings, Application application, String console)
      throws InterruptedException {
    try (MapperApplication mapper = MapperApplication.start(settings, application.metrics());
        TelemetryReceiver receiver = TelemetryReceiver.start(settings, application.metrics())) {
      out.printf(
          "%nStill running. Console: %s/%n"
              + "Telemetry of agents (OTEL_EXPORTER_OTLP_ENDPOINT): %s%n"
              + "Ctrl-C (or a SIGTERM to process %d) ends the demo and removes its data.%n",
          console, receiver.address(), ProcessHandle.current().pid());
      mapper.awaitEnd();
    }
  }

  /** Publishes the stories' graphs, which the processor reads before the first event. */
  private void publishGraphs(Settings settings, TopicCatalogue topics) throws InterruptedException {
    for (Story story : options.stories()) {
      if (story.graph().isEmpty()) {
        continue;
      }
      LoadedGraph graph = LoadedGraph.fromFile(story.sourceName(), story.graph().get());
      ReferencePublisher.publish(
          settings,
          topics.topic(TopicRole.WORKFLOW_GRAPHS),
          graph.graph().name(),
          FlowGraph.class,
          GraphRecords.value(graph.text(), "demo", null),
          Application.CLUSTER_TIMEOUT);
    }
  }

  private void printFindings(LoadedGraph graph) {
    int findings = graph.findings().size();
    out.println(
        Printable.escape(
            "  graph    %-24s %d %s before the first event"
                .formatted(
                    graph.graph().name(), findings, findings == 1 ? "finding" : "findings")));
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
