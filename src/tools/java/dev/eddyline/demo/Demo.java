package dev.eddyline.demo;

import dev.eddyline.app.Application;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.WebServer;
import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.local.ServerStartException;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.policy.Policies;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.reference.ReferencePut;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.text.Printable;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;

/** Everything on one machine: a real broker, a real registry, the processor, and stories to see. */
public final class Demo {

  private static final Duration QUIET_LIMIT = Duration.ofMinutes(5);
  private static final short ONE_BROKER = 1;

  private final List<Story> stories;
  private final String policy;
  private final Policies policies;
  private final PrintStream out;
  private final PrintStream problems;
  private Application processor;

  /**
   * A demo of these stories, told to these streams.
   *
   * @param policy presets, files and folders, with commas between
   * @throws dev.eddyline.policy.InvalidPolicyException when one of them is wrong
   */
  public Demo(List<Story> stories, String policy, PrintStream out, PrintStream problems) {
    this.stories = List.copyOf(stories);
    this.policy = policy;
    policies = Policies.load(policy);
    this.out = out;
    this.problems = problems;
  }

  /**
   * Starts everything and plays the stories.
   *
   * @param once whether to end when the events are through; otherwise it goes on until stopped
   * @return lines that could not be read
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a registry that starts too late is closed then
  public int play(boolean once) throws Exception {
    out.println("Starting a Kafka broker and a schema registry on this machine…");
    CompletableFuture<LocalRegistry> registryStart =
        CompletableFuture.supplyAsync(LocalRegistry::start);
    Path state = Files.createTempDirectory("eddyline-demo-state");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endWith(state), "demo-end"));
    try (LocalBroker broker = LocalBroker.start();
        LocalRegistry registry = started(registryStart)) {
      return play(settings(broker, registry, state), once);
    } finally {
      registryStart.thenAccept(LocalRegistry::close);
      endWith(state);
    }
  }

  private static LocalRegistry started(CompletableFuture<LocalRegistry> start) {
    try {
      return start.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof ServerStartException why ? why : failed;
    }
  }

  /** Ends the processor, if it runs, and removes its state: at the end, and when interrupted. */
  private synchronized void endWith(Path state) {
    if (processor != null) {
      processor.close();
      processor = null;
    }
    try {
      delete(state);
    } catch (IOException left) {
      problems.println("eddyline: the demo's state could not be removed: " + left.getMessage());
    }
  }

  private synchronized Application start(Settings settings) {
    processor = Application.start(settings);
    return processor;
  }

  private Settings settings(LocalBroker broker, LocalRegistry registry, Path state) {
    return Settings.of(
        null,
        Map.of(),
        Map.of(
            Setting.BOOTSTRAP_SERVERS.key(),
            broker.bootstrapServers(),
            Setting.SCHEMA_REGISTRY_URL.key(),
            registry.confluentUrl(),
            Setting.STATE_DIR.key(),
            state.toString(),
            Setting.CANARY_EVERY.key(),
            "0",
            Setting.HTTP_PORT.key(),
            "0",
            Setting.HEALTH_PORT.key(),
            "0",
            Setting.POLICY.key(),
            policy));
  }

  private int play(Settings settings, boolean once) throws Exception {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    String bootstrap = settings.get(Setting.BOOTSTRAP_SERVERS);
    Map<String, Object> admin = Application.admin(settings);
    try (TopicAdmin creator = new TopicAdmin(topics, admin, Application.CLUSTER_LIMIT)) {
      creator.create(ONE_BROKER);
    }
    publishGraphs(settings, topics);
    GateWatch gates = new GateWatch();
    Narrator narrator = new Narrator(out);
    try (SchemaRegistry registry =
            new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
        Application application = start(settings);
        Console console = new Console(settings, application);
        WebServer server = WebServer.of(settings, console);
        WebServer health = WebServer.health(settings, application);
        OutputFeed feed =
            new OutputFeed(
                bootstrap,
                registry,
                topics,
                output -> {
                  narrator.tell(output);
                  gates.see(output);
                });
        Player player = new Player(bootstrap, registry, topics, gates, problems);
        Admin watcher = Admin.create(admin)) {
      String address = server.address() + "/";
      out.println("Console: " + address);
      Quiet quiet = new Quiet(watcher, settings.get(Setting.APPLICATION_ID), topics, feed);
      Map<Story, Set<String>> rootsByStory = new LinkedHashMap<>();
      for (Story story : stories) {
        out.printf("%n%s%n", story.title());
        rootsByStory.put(story, player.play(story));
        quiet.await(QUIET_LIMIT);
      }
      summarize(rootsByStory, gates);
      if (!once) {
        tellHowToLook(settings, topics, address, health.address());
        new CountDownLatch(1).await();
      }
      return player.refused();
    }
  }

  /** The stories' graphs, which the processor reads before the first event. */
  private void publishGraphs(Settings settings, TopicCatalogue topics) throws InterruptedException {
    for (Story story : stories) {
      if (story.graph().isEmpty()) {
        continue;
      }
      FollowedGraph graph = FollowedGraph.ofFile(story.place(), story.graph().get());
      ReferencePut.put(
          settings,
          topics.topic(TopicRole.WORKFLOW_GRAPHS),
          graph.graph().name(),
          FlowGraph.class,
          GraphRecords.value(graph.text(), "demo", null),
          Application.CLUSTER_LIMIT);
      out.println(
          Printable.escape(
              "Published the graph of %s; findings before anything runs: %d (topic %s)"
                  .formatted(
                      graph.graph().name(),
                      graph.findings().size(),
                      topics.name(TopicRole.GRAPH_FINDINGS))));
    }
  }

  private void summarize(Map<Story, Set<String>> rootsByStory, GateWatch gates) {
    out.printf("%nPolicy: %s%nGates that were opened%n", policies.inWords());
    rootsByStory.forEach(
        (story, roots) -> {
          List<GateTrigger> opened = gates.openedFor(roots);
          out.printf("  %s%n", story.title());
          if (opened.isEmpty()) {
            out.println("    none");
          }
          for (GateTrigger gate : opened) {
            out.println(
                Printable.escape(
                    "    %s  %s  %s"
                        .formatted(gate.getGateId(), gate.getRootTaskId(), gate.getReason())));
          }
        });
  }

  private void tellHowToLook(
      Settings settings, TopicCatalogue topics, String console, String health) {
    String bootstrap = settings.get(Setting.BOOTSTRAP_SERVERS);
    String registry = settings.get(Setting.SCHEMA_REGISTRY_URL);
    out.printf(
        "%nStill running; Ctrl-C (or a SIGTERM to process %d) ends it and removes its data.%n"
            + "  console   %s   (API: %sapi/v1/openapi.json)%n"
            + "  health    %s/health/ready   (metrics: %s/metrics)%n"
            + "  broker    %s   (kcat -b %s -L)%n"
            + "  registry  %s   (curl %s/subjects)%n"
            + "  topics    %s%n",
        ProcessHandle.current().pid(),
        console,
        console,
        health,
        health,
        bootstrap,
        bootstrap,
        registry,
        registry,
        String.join(", ", topics.all().stream().map(topic -> topic.name()).toList()));
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
