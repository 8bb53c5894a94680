package dev.eddyline.graph.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes graphs in Eddyline's YAML, and in JSON with the same keys. */
public final class GraphWriter {

  private static final ObjectMapper JSON = new ObjectMapper();

  private GraphWriter() {}

  /** The graph as JSON, which the YAML parser also accepts. */
  public static ObjectNode json(WorkflowGraph graph) {
    ObjectNode root = JSON.createObjectNode();
    root.put("name", graph.name());
    graph.recursionLimit().ifPresent(limit -> root.put("recursionLimit", limit));
    putNonEmptyList(root, "entry", graph.entries());
    putNonEmptyList(root, "ends", graph.ends());
    ArrayNode nodes = root.putArray("nodes");
    graph.nodes().forEach(node -> node(nodes.addObject(), node));
    if (!graph.counters().isEmpty()) {
      ObjectNode counters = root.putObject("counters");
      graph.counters().forEach(counter -> counter(counters.putObject(counter.name()), counter));
    }
    ArrayNode edges = root.putArray("edges");
    graph.edges().forEach(edge -> edge(edges.addObject(), edge));
    return root;
  }

  private static void node(ObjectNode json, Node node) {
    json.put("id", node.id());
    if (!node.label().equals(node.id()) && !node.label().isBlank()) {
      json.put("label", node.label());
    }
    if (node.kind() != NodeKind.STEP) {
      json.put("kind", node.kind().name().toLowerCase(Locale.ROOT));
    }
    if (node.expensive()) {
      json.put("expensive", true);
    }
    node.reads().ifPresent(keys -> putSortedList(json, "reads", keys));
    node.writes().ifPresent(keys -> putSortedList(json, "writes", keys));
  }

  private static void counter(ObjectNode json, GraphCounter counter) {
    counter.max().ifPresent(max -> json.put("max", max));
    List<String> counted = new ArrayList<>(counter.countedBy());
    counter.countedOn().forEach(pair -> counted.add(pair.from() + " -> " + pair.to()));
    putNonEmptyList(json, "countedOn", counted);
    putNonEmptyList(json, "resetBy", counter.resetBy());
    putNonEmptyList(json, "misses", counter.misses());
    counter.effective().ifPresent(effective -> json.put("effective", effective));
  }

  private static void edge(ObjectNode json, Edge edge) {
    json.put("from", edge.from());
    json.put("to", edge.to());
    boolean isBound = edge.counter().isPresent() || edge.guard().isPresent();
    boolean isChoice = edge.kind() == EdgeKind.CONDITIONAL || edge.kind() == EdgeKind.ROUTED;
    if (!edge.condition().isBlank()) {
      json.put("when", edge.condition());
    } else if (isChoice && !isBound && edge.kind() == EdgeKind.CONDITIONAL) {
      json.put("when", "its condition holds");
    }
    if (edge.kind() == EdgeKind.ROUTED) {
      json.put("routed", true);
    }
    if (edge.kind() == EdgeKind.DEFAULT) {
      json.put("default", true);
    }
    edge.counter().ifPresent(counter -> json.put("counter", counter));
    edge.guard()
        .ifPresent(
            guard ->
                json.put(
                    guard.kind() == EdgeGuard.GuardKind.UNLESS ? "unless" : "while",
                    guard.counter()));
  }

  private static void putNonEmptyList(ObjectNode json, String key, Collection<String> texts) {
    if (!texts.isEmpty()) {
      putSortedList(json, key, texts);
    }
  }

  private static void putSortedList(ObjectNode json, String key, Collection<String> texts) {
    ArrayNode list = json.putArray(key);
    texts.stream().sorted().forEach(list::add);
  }

  /** The graph as YAML: a line for each node, counter and edge. */
  public static String yaml(WorkflowGraph graph) {
    StringBuilder yaml = new StringBuilder();
    for (Map.Entry<String, JsonNode> entry : json(graph).properties()) {
      var value = entry.getValue();
      yaml.append(entry.getKey()).append(':');
      if (entry.getKey().equals("counters")) {
        yaml.append('\n');
        value
            .properties()
            .forEach(
                each ->
                    yaml.append("  ")
                        .append(toInlineYaml(each.getKey()))
                        .append(": ")
                        .append(toInlineYaml(each.getValue()))
                        .append('\n'));
      } else if (entry.getKey().equals("nodes") || entry.getKey().equals("edges")) {
        yaml.append(value.isEmpty() ? " []\n" : "\n");
        value.forEach(each -> yaml.append("  - ").append(toInlineYaml(each)).append('\n'));
      } else {
        yaml.append(' ').append(toInlineYaml(value)).append('\n');
      }
    }
    return yaml.toString();
  }

  private static String toInlineYaml(JsonNode value) {
    if (value.isObject()) {
      List<String> all = new ArrayList<>();
      value
          .properties()
          .forEach(e -> all.add(toInlineYaml(e.getKey()) + ": " + toInlineYaml(e.getValue())));
      return "{" + String.join(", ", all) + "}";
    }
    if (value.isArray()) {
      List<String> all = new ArrayList<>();
      value.forEach(each -> all.add(toInlineYaml(each)));
      return "[" + String.join(", ", all) + "]";
    }
    return value.isTextual() ? toInlineYaml(value.asText()) : value.asText();
  }

  /** Unquoted where it is a plain word, otherwise quoted as JSON. */
  private static String toInlineYaml(String text) {
    boolean isPlain =
        text.matches("[A-Za-z_][A-Za-z0-9_]{0,200}") && !text.equalsIgnoreCase("null");
    return isPlain ? text : JSON.getNodeFactory().textNode(text).toString();
  }

  /** A text in single quotes of YAML. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
