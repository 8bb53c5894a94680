package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names of a graph's nodes for people: the label, and the id too where several nodes have the
 * label.
 */
public final class NodeNames {

  /** Ids as names. */
  static final NodeNames IDS = new NodeNames(Map.of());

  private static final int MAX_CHARS = 80;

  private final Map<String, String> nameById;

  private NodeNames(Map<String, String> nameById) {
    this.nameById = nameById;
  }

  /** The names of a graph's nodes; in Eddyline's YAML their owner wrote the ids. */
  public static NodeNames of(ParsedGraph parsed) {
    if (parsed.format() == GraphFormat.YAML) {
      return IDS;
    }
    List<Node> nodes = parsed.graph().nodes();
    Map<String, Integer> uses = new HashMap<>();
    for (Node node : nodes) {
      Stream.of(label(node), node.id())
          .distinct()
          .forEach(name -> uses.merge(name, 1, Integer::sum));
    }
    Map<String, String> names = new HashMap<>();
    Set<String> used = new HashSet<>();
    for (Node node : nodes) {
      String label = label(node);
      boolean isUnique = label.equals(node.id()) || uses.getOrDefault(label, 0) == 1;
      String name = isUnique ? label : withId(label, node);
      name = used.add(name) ? name : withId(name, node);
      used.add(name);
      names.put(node.id(), name);
    }
    return new NodeNames(names);
  }

  private static String label(Node node) {
    String label = node.label();
    return label.isBlank() || label.length() > MAX_CHARS ? node.id() : label;
  }

  private static String withId(String name, Node node) {
    return name + " (" + node.id() + ")";
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

  /** The first names with commas between, and how many more there are. */
  String joinFirst(int most, List<String> ids) {
    String names = String.join(", ", namesOf(ids.stream().limit(most).toList()));
    return ids.size() > most ? names + " and %d more".formatted(ids.size() - most) : names;
  }
}
