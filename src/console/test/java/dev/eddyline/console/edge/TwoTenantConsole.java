package dev.eddyline.console.edge;

import dev.eddyline.access.NamedToken;
import dev.eddyline.audit.ReceiptTopic;
import dev.eddyline.config.Settings;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ingest.EventIngest;
import dev.eddyline.console.ingest.EventPages;
import dev.eddyline.console.ingest.EventPublisher;
import dev.eddyline.console.ingest.WriteAuthorizer;
import dev.eddyline.console.pages.ActivePolicyTexts;
import dev.eddyline.console.pages.AuditPages;
import dev.eddyline.console.pages.DecisionPages;
import dev.eddyline.console.pages.ExplanationPages;
import dev.eddyline.console.pages.FeedPages;
import dev.eddyline.console.pages.GraphPages;
import dev.eddyline.console.pages.InputProblemPages;
import dev.eddyline.console.pages.PatternPages;
import dev.eddyline.console.pages.PolicyPages;
import dev.eddyline.console.pages.TaskPages;
import dev.eddyline.console.pages.ViewPages;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.outputs.DeadLetter;
import dev.eddyline.policy.Policies;
import dev.eddyline.reference.GraphFollower;
import dev.eddyline.reference.PolicyFollower;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.TopologyRig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A console over the tasks of two workflows and of none, with real stores and no cluster: task
 * {@code ci-1} of workflow build, {@code vault-1} of workflow treasury, {@code loose-1} of none,
 * each with an open gate.
 */
final class TwoTenantConsole implements AutoCloseable {

  private final TenantTasks tasks = new TenantTasks();
  private final FeedPages feed;
  private final ExplanationPages explanations;
  private final GuardedServer server;
  private final List<List<AgentEvent>> published = new ArrayList<>();
  private final ReceiptTopic receipts = new ReceiptTopic(2);

  /** A console for callers with these tokens; files go to the folder. */
  TwoTenantConsole(Path folder, NamedToken... tokens) throws IOException {
    OutputView view = tasks.view();
    List<FeedPages> feeds = new ArrayList<>();
    List<ExplanationPages> explained = new ArrayList<>();
    String files = file(folder, "build") + "," + file(folder, "treasury");
    Settings settings =
        Settings.mergeLayers(
            null,
            Map.of(),
            Map.of("graphs", graph(folder, "build") + "," + graph(folder, "treasury")));
    TopicCatalogue topics = TopicCatalogue.load("");
    SchemaRegistry registry =
        new ConfluentSchemaRegistry(
            Map.of("schema.registry.url", "mock://two-tenants"), AvailabilityListener.NONE);
    Metrics metrics = new Metrics(new SimpleMeterRegistry());
    PolicyFollower policies =
        PolicyFollower.of(Policies.load("default," + files), settings, topics, registry, metrics);
    GraphFollower graphs = GraphFollower.of(settings, topics, registry, metrics);
    DecisionSignatures signatures = new DecisionSignatures(SigningKeys.randomProcessLocalKeys());
    EventPublisher inputs =
        new EventPublisher(settings, topics, registry) {
          @Override
          public void publish(List<AgentEvent> events, Duration limit) {
            published.add(events);
          }
        };
    DeadLetterStore problems = new DeadLetterStore();
    for (String task : List.of("ci-1", "vault-1", "loose-1")) {
      problems.add(problem(task));
    }
    server =
        new GuardedServer(
            List.of(tokens),
            config -> {
              FeedPages followed = new FeedPages(view, caller -> true, List::of, System::nanoTime);
              feeds.add(followed);
              followed.addTo(config);
            },
            new ViewPages(view, () -> new ActiveTasks.ReportedTaskCount(7, 1, 1)),
            new PatternPages(view),
            new DecisionPages(view, inputs, signatures),
            new PolicyPages(policies, new ActivePolicyTexts("default," + files)),
            new GraphPages(graphs),
            new InputProblemPages(
                problems, Clock.fixed(TopologyRig.START.plusSeconds(60), ZoneOffset.UTC)),
            new AuditPages(view, receipts.reader(), () -> 0),
            config -> {
              TaskPages pages =
                  new TaskPages(
                      view,
                      tasks.stored(),
                      policies,
                      graphs,
                      new PeerClient(
                          new PeerSignatures(
                              SigningKeys.randomProcessLocalKeys(), Clock.systemUTC()),
                          Optional.empty(),
                          Duration.ofMinutes(1),
                          Duration.ofMinutes(1)));
              pages.addTo(config);
              ExplanationPages explanationPages =
                  new ExplanationPages(
                      pages, tasks::records, policies, graphs, ExplanationPages.TIME_LIMIT);
              explained.add(explanationPages);
              explanationPages.addTo(config);
              new EventPages(
                      new EventIngest(
                          view,
                          inputs,
                          new WriteAuthorizer(pages::mayTaskBelongToScope),
                          new RateLimit(System::nanoTime)))
                  .addTo(config);
            });
    feed = feeds.get(0);
    explanations = explained.get(0);
    tasks.loops("ci-1", "\"workflow\":\"build\",");
    tasks.loops("vault-1", "\"workflow\":\"treasury\",");
    tasks.loops("loose-1", "");
    receipt("ci-1", "build");
    receipt("vault-1", "treasury");
    receipt("loose-1", null);
    view.onCaughtUpChanged(true);
  }

  private static DeadLetter problem(String task) {
    String workflow =
        switch (task) {
          case "ci-1" -> "build";
          case "vault-1" -> "treasury";
          default -> null;
        };
    return new DeadLetter(
        "0-" + task,
        TopologyRig.START.toEpochMilli(),
        "agent-events",
        0,
        1L,
        DeadLetterReason.REFUSED,
        "%s: tokens must be ≥ 0, was -1".formatted(task),
        task,
        10,
        new DeadLetter.Part(
            DeadLetter.Format.JSON, null, task, "agent of " + task, workflow, null, null));
  }

  /** Stores the receipt of an accepted decision; the workflow is null where it names none. */
  void receipt(String task, String workflow) {
    receipt(task, workflow, null);
  }

  /** Stores such a receipt, in which the workflow of the task is known. */
  void receipt(String task, String workflow, String taskWorkflow) {
    receipts.add(
        0,
        ReceiptTopic.receipt(task, TopologyRig.START.toEpochMilli())
            .setWorkflow(workflow)
            .setTaskWorkflow(taskWorkflow)
            .build());
  }

  private static String file(Path folder, String workflow) throws IOException {
    Path file = folder.resolve(workflow + "-policy.yaml");
    Files.writeString(
        file, "name: of-%s\nextends: default\nworkflow: %s\n".formatted(workflow, workflow));
    return file.toString();
  }

  private static String graph(Path folder, String workflow) throws IOException {
    Path file = folder.resolve(workflow + ".mmd");
    Files.writeString(file, "flowchart TD\n  %s-a --> %s-b\n".formatted(workflow, workflow));
    return file.toString();
  }

  /** The tasks, which may loop on. */
  TenantTasks tasks() {
    return tasks;
  }

  /** What was published, one entry for each request. */
  List<List<AgentEvent>> published() {
    return published;
  }

  ApiClient browser(String token) {
    return server.browser(token);
  }

  @Override
  public void close() {
    server.close();
    feed.close();
    explanations.close();
    tasks.close();
  }
}
