package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.WalkHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Runs a task on a graph, a second and ten tokens per step, and stores the detector's history. */
final class GraphHarness {

  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final UnboundedRetry rule = new UnboundedRetry();
  private UnboundedRetry.Limits limits = new UnboundedRetry.Limits(true, 3, false);
  private TransitionLookup graph;
  private WalkHistory history = CycleTracker.empty(1L);
  private Optional<String> forgivenReason = Optional.empty();
  private Optional<OffGraphTransition> offGraph = Optional.empty();
  private int events;
  private long newResultCount;

  private GraphHarness(WorkflowGraph graph) {
    this.graph = TransitionLookup.of(graph);
  }

  static GraphHarness ofGraph(WorkflowGraph graph) {
    return new GraphHarness(graph);
  }

  /** A graph of steps. Each edge is {@code a→b}, optionally with a space and its counter. */
  static WorkflowGraph graph(OptionalInt limit, List<GraphCounter> counters, String... edges) {
    Set<String> names = new LinkedHashSet<>();
    List<Edge> drawn = new ArrayList<>();
    for (String edge : edges) {
      String[] parts = edge.split("[→ ]");
      names.add(parts[0]);
      names.add(parts[1]);
      Edge made = Edge.of(parts[0], parts[1], EdgeKind.CONDITIONAL, "", 0);
      drawn.add(parts.length > 2 ? made.withCounter(parts[2]) : made);
    }
    List<Node> nodes =
        names.stream()
            .map(name -> Node.of(name, name, name.equals("END") ? NodeKind.END : NodeKind.STEP, 0))
            .toList();
    return new WorkflowGraph(
        "flow", nodes, drawn, counters, Set.of(), Set.of(), limit, Optional.empty());
  }

  /** Replaces the graph. */
  GraphHarness replaceGraph(WorkflowGraph other) {
    graph = TransitionLookup.of(other);
    return this;
  }

  /** From here on a new result restarts the count of a cycle. */
  GraphHarness resettingOnNewResults() {
    limits = new UnboundedRetry.Limits(true, 3, true);
    return this;
  }

  /** Adds a new tool result. */
  GraphHarness addNewResult() {
    newResultCount++;
    return this;
  }

  WalkHistory history() {
    return history;
  }

  /** The remark on the newest event. */
  Optional<String> forgivenReason() {
    return forgivenReason;
  }

  /** The newest event, if it is an off-graph transition. */
  Optional<OffGraphTransition> offGraph() {
    return offGraph;
  }

  /** Disables the rule. */
  GraphHarness withRuleDisabled() {
    limits = new UnboundedRetry.Limits(false, 3, false);
    return this;
  }

  int events() {
    return events;
  }

  Optional<FoundLoop> takesTransition(String from, String to) {
    return detect(new Transition(from, to, "", false));
  }

  Optional<FoundLoop> entersStep(String step) {
    return detect(new StepStarted(step, false));
  }

  Optional<FoundLoop> startsTask() {
    return detect(new TaskStarted("goal", null, null));
  }

  /** Follows these steps; returns the loop of each transition. */
  List<Optional<FoundLoop>> entersSteps(String... steps) {
    List<Optional<FoundLoop>> found = new ArrayList<>();
    for (int i = 1; i < steps.length; i++) {
      found.add(takesTransition(steps[i - 1], steps[i]));
    }
    return found;
  }

  private Optional<FoundLoop> detect(Object body) {
    AgentEvent event =
        AgentEvent.newBuilder()
            .setEventId("e" + ++events)
            .setTaskId("T1")
            .setAgentId("agent-1")
            .setOccurredAt(BEGIN.plusSeconds(events))
            .setBody(body)
            .build();
    Signs signs = ProgressTracker.initialState();
    signs.setNews(newResultCount);
    EnrichedEvent enriched =
        new EnrichedEvent(
            event,
            event.getOccurredAt().toEpochMilli(),
            0,
            events,
            new Cost(10L * events, 0.0, 0L),
            0,
            WaitShare.NONE,
            false,
            false,
            OptionalLong.empty(),
            false,
            false,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            signs,
            new EventTexts(new Redaction(200, Redaction.SHIPPED_SECRETS)),
            Optional.of(graph));
    if (!rule.supports(enriched)) {
      return Optional.empty();
    }
    DetectionResult<WalkHistory> finding = rule.detect(enriched, history, limits);
    history = finding.history();
    forgivenReason = finding.forgiven();
    offGraph = finding.offGraph();
    return finding.loop();
  }
}
