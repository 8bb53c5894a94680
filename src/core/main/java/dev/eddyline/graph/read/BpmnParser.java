package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.UnparsedPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Parses BPMN 2.0. Each process with a flow is a graph. */
final class BpmnParser {

  /** The root of BPMN, behind comments. */
  private static final Pattern ROOT =
      Pattern.compile("(?s)(?:<!--.*?-->\\s*+)*+<(?:[\\w.-]++:)?definitions\\b");

  private BpmnParser() {}

  /** Whether the text is XML. */
  static boolean recognizes(GraphInput input) {
    String start = input.text().stripLeading();
    return start.startsWith("<")
        && (start.startsWith("<?xml")
            || ROOT.matcher(start).lookingAt()
            || !MarkdownDiagrams.recognizes(input));
  }

  /**
   * Parses the graphs of all processes. A process that is not valid is a part that was not
   * understood.
   *
   * @throws InvalidGraphException if none is valid
   */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit sizeLimit) {
    String file = input.place();
    List<BpmnProcess> processes = parse(input, sizeLimit);
    sizeLimit.requireAllowedGraphCount(file, processes.size());
    Map<String, Integer> nameCounts = new HashMap<>();
    Set<String> nodesOfFile = new HashSet<>();
    for (BpmnProcess process : processes) {
      nameCounts.merge(process.element.label(), 1, Integer::sum);
      nodesOfFile.addAll(process.nodes.keySet());
    }
    Set<NodePair> recursions =
        GraphSearch.pairsInCycles(processes.stream().flatMap(BpmnProcess::calls).toList());
    List<ParsedGraph> graphs = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<UnparsedPart> refused = new ArrayList<>();
    for (BpmnProcess process : processes) {
      String name = process.element.label();
      boolean isUnique = nameCounts.getOrDefault(name, 0) == 1;
      String graphName =
          processes.size() == 1 ? file : isUnique ? name : file + "#" + process.element.id();
      try {
        graphs.add(process.build(graphName, nodesOfFile, recursions));
      } catch (InvalidGraphException wrong) {
        problems.addAll(wrong.problems());
        refused.addAll(wrong.asUnparsedParts(name));
      }
    }
    if (graphs.isEmpty()) {
      throw new InvalidGraphException(file, problems);
    }
    graphs.set(0, graphs.get(0).withUnparsedParts(refused));
    return graphs;
  }

  private static List<BpmnProcess> parse(GraphInput input, GraphSizeLimit sizeLimit) {
    List<BpmnProcess> processes = new ArrayList<>();
    for (BpmnElement element : BpmnXml.parse(input.place(), input.text()).children) {
      if (element.type.equals("process")) {
        processes.add(new BpmnProcess(element, new GraphBuilder(input.place(), sizeLimit)));
      }
    }
    processes.removeIf(process -> process.nodes.isEmpty());
    if (processes.isEmpty()) {
      throw GraphBuilder.invalidGraph(input.place(), 0, "holds no BPMN 2.0 process with a flow");
    }
    return processes;
  }
}
