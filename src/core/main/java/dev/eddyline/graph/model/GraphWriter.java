package dev.eddyline.graph.model;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
    if (!edge.condition().isBlank()) {
      json.put("when", edge.condition());
    } else if (edge.kind() == EdgeKind.CONDITIONAL && !isBound) {
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
      JsonNode value = entry.getValue();
      yaml.append(entry.getKey()).append(':');
      boolean hasLines = Set.of("counters", "nodes", "edges").contains(entry.getKey());
      if (hasLines && !value.isEmpty()) {
        yaml.append('\n');
        value.propertyStream().forEach(each -> yaml.append("  " + inline(each) + '\n'));
        if (value.isArray()) {
          value.forEach(each -> yaml.append("  - " + inline(each) + '\n'));
        }
      } else {
        yaml.append(' ').append(inline(value)).append('\n');
      }
    }
    return yaml.toString();
  }

  private static String inline(Map.Entry<String, JsonNode> entry) {
    return inline(entry.getKey()) + ": " + inline(entry.getValue());
  }

  private static String inline(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT ->
          value.propertyStream().map(GraphWriter::inline).collect(joining(", ", "{", "}"));
      case ARRAY -> value.valueStream().map(GraphWriter::inline).collect(joining(", ", "[", "]"));
      case STRING -> inline(value.asText());
      default -> value.asText();
    };
  }

  /** Unquoted where it is a plain word, otherwise quoted as JSON. */
  private static String inline(String text) {
    boolean isPlain =
        text.matches("[A-Za-z_][A-Za-z0-9_]{0,200}") && !text.equalsIgnoreCase("null");
    return isPlain ? text : TextNode.valueOf(text).toString();
  }

  /** A text in single quotes of YAML; in double quotes if it has signs such as a line break. */
  public static String quoted(String text) {
    return text.chars().anyMatch(Character::isISOControl)
        ? TextNode.valueOf(text).toString()
        : "'" + text.replace("'", "''") + "'";
  }
}
