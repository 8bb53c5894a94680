package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.UnparsedPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The processes of a BPMN 2.0 file, of which each is a graph. */
final class BpmnProcesses {

  private final String sourceName;
  private final List<BpmnProcessBuilder> processes;

  BpmnProcesses(String sourceName, List<BpmnProcessBuilder> processes) {
    this.sourceName = sourceName;
    this.processes = processes;
  }

  /**
   * Builds their graphs. A process that is not valid is a part that was not understood.
   *
   * @throws InvalidGraphException if none is valid
   */
  List<ParsedGraph> build() {
    Map<String, Long> uses =
        processes.stream()
            .collect(Collectors.groupingBy(BpmnProcessBuilder::name, Collectors.counting()));
    Set<String> known =
        processes.stream().flatMap(each -> each.ids().stream()).collect(Collectors.toSet());
    processes.forEach(each -> each.removeFlowsToOtherProcesses(known));
    addRecursions();
    List<ParsedGraph> graphs = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<UnparsedPart> refused = new ArrayList<>();
    for (BpmnProcessBuilder process : processes) {
      try {
        graphs.add(process.build(graphName(process, uses)));
      } catch (InvalidGraphException wrong) {
        problems.addAll(wrong.problems());
        wrong
            .problems()
            .forEach(it -> refused.add(new UnparsedPart(0, process.name(), "is not read: " + it)));
      }
    }
    if (graphs.isEmpty()) {
      throw new InvalidGraphException(sourceName, problems);
    }
    graphs.set(0, graphs.get(0).withUnparsedParts(refused));
    return graphs;
  }

  /** The process's name, or its file and id where another one has that name. */
  private String graphName(BpmnProcessBuilder process, Map<String, Long> uses) {
    if (processes.size() == 1) {
      return sourceName;
    }
    return uses.getOrDefault(process.name(), 0L) == 1
        ? process.name()
        : sourceName + "#" + process.id();
  }

  /** Adds a way back to the start from each activity whose call leads to its own process. */
  private void addRecursions() {
    Map<String, String> numbers = new HashMap<>();
    for (int number = 0; number < processes.size(); number++) {
      numbers.put(processes.get(number).id(), String.valueOf(number));
    }
    List<Edge> calls = new ArrayList<>();
    for (int number = 0; number < processes.size(); number++) {
      String caller = String.valueOf(number);
      processes
          .get(number)
          .calledProcesses()
          .forEach(
              (activity, called) -> {
                if (numbers.containsKey(called)) {
                  calls.add(Edge.of(caller, numbers.get(called), EdgeKind.FIXED, activity, 0));
                }
              });
    }
    List<String> callers = IntStream.range(0, processes.size()).mapToObj(String::valueOf).toList();
    for (var cycles : GraphSearch.components(GraphSearch.graphOf(callers, calls))) {
      for (Edge call : cycles.edgeSet()) {
        processes.get(Integer.parseInt(call.from())).addRecursion(call.condition());
      }
    }
  }
}
