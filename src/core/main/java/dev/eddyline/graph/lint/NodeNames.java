package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of a graph's nodes for people: the label, and the id too where several nodes have the
 * label.
 */
public final class NodeNames {

  private static final int MAX_CHARS = 80;

  /** From or to of the edge in a bounds entry. */
  private static final Pattern END_OF_BOUND = Pattern.compile("((?:from|to): ')((?:[^']|'')*)'");

  private final Map<String, String> nameById = new LinkedHashMap<>();
  private final Map<String, String> idByName = new HashMap<>();
  private boolean areIds = true;

  private NodeNames() {}

  /** The names of a graph's nodes; in Eddyline's YAML their owner wrote the ids. */
  public static NodeNames of(ParsedGraph parsed) {
    WorkflowGraph graph = parsed.graph();
    if (parsed.format() == GraphFormat.YAML) {
      return new NodeNames();
    }
    Map<String, Integer> uses = new HashMap<>();
    graph.nodes().forEach(node -> uses.merge(label(node), 1, Integer::sum));
    graph
        .nodes()
        .forEach(
            node -> uses.merge(node.id(), label(node).equals(node.id()) ? 0 : 1, Integer::sum));
    NodeNames names = new NodeNames();
    for (Node node : graph.nodes()) {
      String label = label(node);
      boolean isUnique = uses.getOrDefault(label, 0) == 1;
      names.add(node.id(), isUnique ? label : unique(label, node.id()));
    }
    return names;
  }

  private static String unique(String label, String id) {
    return label.equals(id) ? id : label + " (" + id + ")";
  }

  private static String label(Node node) {
    String label = node.label();
    return label.isBlank() || label.length() > MAX_CHARS ? node.id() : label;
  }

  private void add(String id, String wanted) {
    String name = idByName.containsKey(wanted) ? wanted + " (" + id + ")" : wanted;
    nameById.put(id, name);
    idByName.put(name, id);
    areIds &= name.equals(id);
  }

  /** The name of a node; the id itself if the graph has no such node. */
  public String nameOf(String id) {
    return nameById.getOrDefault(id, id);
  }

  /** The names of nodes. */
  public List<String> namesOf(List<String> ids) {
    return ids.stream().map(this::nameOf).toList();
  }

  /** An edge by the names of its nodes. */
  public NodePair nameOf(NodePair pair) {
    return new NodePair(nameOf(pair.from()), nameOf(pair.to()));
  }

  /** The graph with names as ids, so that what is said of it says them. */
  WorkflowGraph named(WorkflowGraph graph) {
    return areIds ? graph : renamed(graph, nameById);
  }

  /** A finding of the graph with names, with ids again where programs read them. */
  GraphFinding withIds(GraphFinding finding) {
    if (areIds) {
      return finding;
    }
    return new GraphFinding(
        finding.kind(),
        rotated(finding.cycle().stream().map(this::idOf).toList()),
        finding.edgesToChange().stream()
            .map(pair -> new NodePair(idOf(pair.from()), idOf(pair.to())))
            .toList(),
        finding.line(),
        finding.column(),
        finding.kind() == FindingKind.UNPROVEN_BOUND ? withIds(finding.reason()) : finding.reason(),
        finding.remedies().stream().map(this::withIds).toList());
  }

  /** A reason whose bounds entry has ids, as a bounds file needs them. */
  private String withIds(String reason) {
    return END_OF_BOUND
        .matcher(reason)
        .replaceAll(
            end ->
                Matcher.quoteReplacement(
                    end.group(1) + idOf(end.group(2).replace("''", "'")).replace("'", "''") + "'"));
  }

  private LintRemedy withIds(LintRemedy remedy) {
    return new LintRemedy(
        remedy.kind(),
        remedy.recommended(),
        remedy.description(),
        remedy.price(),
        renamed(remedy.graph(), idByName),
        remedy.isLinted());
  }

  private String idOf(String name) {
    return idByName.getOrDefault(name, name);
  }

  private static List<String> rotated(List<String> cycle) {
    List<String> turned = new ArrayList<>(cycle);
    Collections.rotate(turned, -ClosedWalk.leastRotation(cycle));
    return turned;
  }

  private static WorkflowGraph renamed(WorkflowGraph graph, Map<String, String> names) {
    return new WorkflowGraph(
        graph.name(),
        graph.nodes().stream().map(node -> renamed(node, names)).toList(),
        graph.edges().stream().map(edge -> renamed(edge, names)).toList(),
        graph.counters().stream().map(counter -> renamed(counter, names)).toList(),
        renamed(graph.entries(), names),
        renamed(graph.ends(), names),
        graph.recursionLimit(),
        graph.runLimit());
  }

  private static Node renamed(Node node, Map<String, String> names) {
    return new Node(
        names.getOrDefault(node.id(), node.id()),
        node.label(),
        node.kind(),
        node.expensive(),
        node.reads(),
        node.writes(),
        node.waits(),
        node.line(),
        node.column());
  }

  private static Edge renamed(Edge edge, Map<String, String> names) {
    return edge.between(
        names.getOrDefault(edge.from(), edge.from()), names.getOrDefault(edge.to(), edge.to()));
  }

  private static GraphCounter renamed(GraphCounter counter, Map<String, String> names) {
    return new GraphCounter(
        counter.name(),
        counter.max(),
        counter.countedOn().stream()
            .map(
                pair ->
                    new NodePair(
                        names.getOrDefault(pair.from(), pair.from()),
                        names.getOrDefault(pair.to(), pair.to())))
            .collect(Collectors.toSet()),
        renamed(counter.countedBy(), names),
        renamed(counter.resetBy(), names),
        renamed(counter.misses(), names),
        counter.effective());
  }

  private static Set<String> renamed(Collection<String> ids, Map<String, String> names) {
    return ids.stream().map(id -> names.getOrDefault(id, id)).collect(Collectors.toSet());
  }
}
