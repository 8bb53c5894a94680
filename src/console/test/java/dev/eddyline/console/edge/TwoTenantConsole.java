package dev.eddyline.console.edge;

import static dev.eddyline.app.JsonEvents.json;

import dev.eddyline.access.NamedToken;
import dev.eddyline.app.RigTasks;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
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
import dev.eddyline.console.view.OutputEntry;
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
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A console over the tasks of two workflows and of none, with real stores and no cluster: task
 * {@code ci-1} of workflow build, {@code vault-1} of workflow treasury, {@code loose-1} of none,
 * each with an open gate.
 */
final class TwoTenantConsole implements AutoCloseable {

  private final TopologyRig rig = new TopologyRig(1, StoreType.IN_MEMORY);
  private final OutputView view;
  private final FeedPages feed;
  private final ExplanationPages explanations;
  private final GuardedServer server;
  private final List<List<AgentEvent>> published = new ArrayList<>();
  private final ReceiptTopic receipts = new ReceiptTopic(2);
  private final List<AgentEvent> piped = new ArrayList<>();

  /** A console for callers with these tokens; files go to the folder. */
  TwoTenantConsole(Path folder, NamedToken... tokens) throws IOException {
    view = new OutputView(Clock.fixed(TopologyRig.START.plusSeconds(60), ZoneOffset.UTC));
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
              TaskPages tasks =
                  new TaskPages(
                      view,
                      RigTasks.of(rig),
                      policies,
                      graphs,
                      new PeerClient(
                          new PeerSignatures(
                              SigningKeys.randomProcessLocalKeys(), Clock.systemUTC()),
                          Optional.empty(),
                          Duration.ofMinutes(1),
                          Duration.ofMinutes(1)));
              tasks.addTo(config);
              ExplanationPages explanationPages =
                  new ExplanationPages(
                      tasks, this::records, policies, graphs, ExplanationPages.TIME_LIMIT);
              explained.add(explanationPages);
              explanationPages.addTo(config);
              new EventPages(
                      new EventIngest(
                          view,
                          inputs,
                          new WriteAuthorizer(tasks::mayTaskBelongToScope),
                          new RateLimit(System::nanoTime)))
                  .addTo(config);
            });
    feed = feeds.get(0);
    explanations = explained.get(0);
    loops("ci-1", "\"workflow\":\"build\",");
    loops("vault-1", "\"workflow\":\"treasury\",");
    loops("loose-1", "");
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

  /** The records of a task and its root. */
  private TaskRecords records(String task) {
    Set<String> keys = new HashSet<>(Set.of(task));
    piped.stream()
        .filter(event -> event.getTaskId().equals(task) && event.getRootTaskId() != null)
        .forEach(event -> keys.add(event.getRootTaskId()));
    List<TaskRecord> found =
        piped.stream()
            .filter(event -> keys.contains(event.getTaskId()))
            .map(
                event ->
                    new TaskRecord(
                        event.getTaskId(),
                        event.getOccurredAt(),
                        List.of(AgentEvent.newBuilder(event).build()),
                        Optional.empty()))
            .toList();
    return new TaskRecords(
        found,
        found.stream().anyMatch(record -> record.key().equals(task)),
        false,
        Optional.empty());
  }

  /** Publishes three identical failures of a task, which open a gate. */
  void loops(String task, String more) {
    loops(task, more, 3);
  }

  /**
   * Publishes two identical failures of a root, and three of its subtask in another workflow: the
   * subtask's last failure opens the root's gate.
   */
  void tree(String root, String workflow, String subtask, String workflowOfSubtask) {
    loops(root, "\"workflow\":\"%s\",".formatted(workflow), 2);
    loops(
        subtask,
        "\"workflow\":\"%s\",\"rootTaskId\":\"%s\",".formatted(workflowOfSubtask, root),
        3);
  }

  private void loops(String task, String more, int times) {
    for (int i = 0; i < times; i++) {
      AgentEvent event =
          json(
              ("{\"taskId\":\"%s\",%s\"eventId\":\"%s/%d\",\"agentId\":\"agent of %s\","
                      + "\"type\":\"failure_reported\",\"message\":\"%s failed\"}")
                  .formatted(task, more, task, i, task, task));
      event.setOccurredAt(TopologyRig.START.plusSeconds(i));
      rig.pipe(event);
      piped.add(event);
    }
    // the text shows which tenant it belongs to
    for (LoopVerdict verdict : rig.verdicts()) {
      verdict.setReason("reason of " + verdict.getTaskId());
      view.onOutput(verdict, null);
    }
    for (GateTrigger gate : rig.gates()) {
      gate.setReason("reason of " + gate.getTaskId());
      gate.setSimilar(List.of("remedy at " + gate.getTaskId()));
      view.onOutput(gate, null);
    }
  }

  /** The gate of a task. */
  String gateOf(String task) {
    return view.read(projection -> projection.task(task).gate().gateId());
  }

  /** The newest verdict on a task. */
  String verdictOf(String task) {
    return view.read(
        projection ->
            projection.verdicts().stream()
                .filter(verdictEntry -> verdictEntry.taskId().equals(task))
                .map(OutputEntry::id)
                .findFirst()
                .orElseThrow());
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
    rig.close();
  }
}
