package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowDigraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events at the boundaries of the activities of a BPMN 2.0 process. */
final class BpmnBoundaryEvents {

  /**
   * Where a boundary event is attached.
   *
   * @param host the activity
   * @param interrupts whether the event ends the activity
   */
  private record Attachment(String host, boolean interrupts, int line) {}

  private final GraphBuilder draft;
  private final BpmnSubprocesses subprocesses;
  private final Map<String, Attachment> attachments = new LinkedHashMap<>();
  private final Set<String> timers = new HashSet<>();

  BpmnBoundaryEvents(GraphBuilder draft, BpmnSubprocesses subprocesses) {
    this.draft = draft;
    this.subprocesses = subprocesses;
  }

  /**
   * Attaches an event to an activity.
   *
   * @param interrupts whether it ends the activity
   */
  void attach(String event, String host, boolean interrupts, int line) {
    attachments.put(event, new Attachment(host, interrupts, line));
  }

  void detach(String event) {
    attachments.remove(event);
  }

  /** Marks an event as that of a timer. */
  void addTimer(String event) {
    timers.add(event);
  }

  /** Adds an edge from each activity to its events, and returns these edges. */
  List<Edge> addEdges() {
    List<Edge> edges =
        attachments.entrySet().stream()
            .map(
                each ->
                    Edge.of(
                        each.getValue().host(),
                        each.getKey(),
                        EdgeKind.CONDITIONAL,
                        "",
                        each.getValue().line()))
            .toList();
    edges.forEach(draft::add);
    return edges;
  }

  /**
   * An interrupting event of a subprocess leaves it from everywhere in it. A timer bounds the
   * cycles in it, too.
   */
  void leaveSubprocesses() {
    Map<String, String> counterOf = new HashMap<>();
    attachments.forEach(
        (event, attached) -> {
          String host = attached.host();
          if (!attached.interrupts() || !subprocesses.isSubprocess(host)) {
            return;
          }
          if (timers.contains(event)) {
            String counter = "time of " + host;
            counterOf.put(host, counter);
            // the timer begins whenever the subprocess does
            draft.counters.put(
                counter, GraphCounter.resetBy(counter, GraphCounter.UNKNOWN_MAX, Set.of(host)));
          }
          for (String node : subprocesses.nodesIn(host)) {
            draft.add(Edge.of(node, event, EdgeKind.CONDITIONAL, "", attached.line()));
          }
        });
    subprocesses.boundByTimers(counterOf);
  }

  /**
   * Removes the edges to events that do not interrupt their activity: such an event begins another
   * branch, and the activity goes on. An edge that is part of a cycle stays.
   */
  void removeParallelBranches() {
    Set<NodePair> parallel = new HashSet<>();
    attachments.forEach(
        (event, attached) -> {
          if (!attached.interrupts()) {
            parallel.add(new NodePair(attached.host(), event));
          }
        });
    if (parallel.isEmpty()) {
      return;
    }
    WorkflowDigraph digraph = new WorkflowDigraph(draft.build(GraphFormat.BPMN).graph());
    Set<Edge> inCycles = new HashSet<>();
    GraphSearch.components(digraph.graph()).forEach(cycles -> inCycles.addAll(cycles.edgeSet()));
    draft.edges.removeIf(
        edge -> parallel.contains(edge.endpointPair()) && !inCycles.contains(edge));
  }
}
