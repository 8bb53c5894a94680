package dev.eddyline.replay;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts the tasks of each graph, so that an unused graph is noticed. */
final class GraphUsage {

  /** Maximum number of workflows in a summary line. */
  private static final int MAX_LISTED_WORKFLOWS = 5;

  private final GraphSnapshot graphs;
  private final Map<String, Set<String>> tasks = new TreeMap<>();

  GraphUsage(GraphSnapshot graphs) {
    this.graphs = graphs;
  }

  /** Records the workflow of an event. */
  void countTaskOfEvent(AgentEvent event) {
    if (event.getWorkflow() != null) {
      tasks.computeIfAbsent(event.getWorkflow(), name -> new HashSet<>()).add(event.getTaskId());
    }
  }

  /** A line for each graph. */
  List<String> usageLineOfEachGraph() {
    List<String> lines = new ArrayList<>();
    for (String workflow : new TreeMap<>(graphs.inForce()).keySet()) {
      int followed = tasks.getOrDefault(workflow, Set.of()).size();
      lines.add(
          "graph of workflow %s: %s"
              .formatted(
                  workflow,
                  followed > 0
                      ? "tasks checked against it: " + followed
                      : "no task checked against it; workflows of the events: " + names()));
    }
    return lines;
  }

  private String names() {
    if (tasks.isEmpty()) {
      return "none";
    }
    List<String> first = tasks.keySet().stream().limit(MAX_LISTED_WORKFLOWS).toList();
    int more = tasks.size() - first.size();
    return String.join(", ", first) + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
