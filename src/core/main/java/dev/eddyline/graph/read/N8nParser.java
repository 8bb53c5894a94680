package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Parses an exported workflow of n8n: nodes, their main connections, the loop over items, and
 * retries. Notes are left out, and nodes that only serve another one, such as a model of an agent.
 */
final class N8nParser {

  private static final String MAIN = "main";

  /** Begins the kinds of connections with which a node serves another one. */
  private static final String SERVING = "ai_";

  private static final String LOOP_OVER_ITEMS = "n8n-nodes-base.splitInBatches";
  private static final String NOTE = "n8n-nodes-base.stickyNote";
  private static final Set<String> CHOICES = Set.of("if", "switch", "filter");
  private static final Set<String> STARTS =
      Set.of("start", "webhook", "cron", "interval", "emailreadimap");

  /** n8n's default of maxTries. */
  private static final int DEFAULT_TRIES = 3;

  private final GraphBuilder draft;
  private final Map<String, ParsedValue> nodesByName = new LinkedHashMap<>();

  private N8nParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /** Whether the text has nodes and connections, or is a list of such workflows. */
  static boolean recognizes(GraphInput input) {
    return input.isJson()
        && (isWorkflow(input.json())
            || !input.json().list().isEmpty()
                && input.json().list().stream().allMatch(N8nParser::isWorkflow));
  }

  private static boolean isWorkflow(ParsedValue value) {
    return value.valueAt("nodes").isList() && value.valueAt("connections").isMap();
  }

  /** Parses the workflow, or those of an export of all. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    ParsedValue root = input.json();
    if (root.list().size() < 2) {
      return List.of(
          read(input.place(), root.isList() ? root.list().get(0) : root, input.place(), limit));
    }
    limit.requireAllowedGraphCount(input.place(), root.list().size());
    List<ParsedGraph> graphs = new ArrayList<>();
    for (ParsedValue workflow : root.list()) {
      String name = input.place() + "#" + (graphs.size() + 1);
      graphs.add(read(input.place(), workflow, name, limit));
    }
    return graphs;
  }

  private static ParsedGraph read(
      String place, ParsedValue workflow, String name, GraphSizeLimit limit) {
    GraphBuilder draft = new GraphBuilder(place, limit);
    draft.name = name;
    new N8nParser(draft).read(workflow);
    return draft.build(GraphFormat.N8N);
  }

  private void read(ParsedValue root) {
    Map<String, String> nameById = new LinkedHashMap<>();
    for (ParsedValue node : root.valueAt("nodes").list()) {
      Optional<String> name = node.textAt("name").or(() -> node.textAt("id"));
      if (name.isEmpty()) {
        draft.unparsed(node.line(), node.describeForMessage(), "is a node without a name");
      } else if (nodesByName.put(name.get(), node) != null) {
        draft.addProblem(node.line(), "node '%s' is defined twice".formatted(name.get()));
      } else {
        node.textAt("id").ifPresent(id -> nameById.put(id, name.get()));
      }
    }
    Map<String, ParsedValue> connections = root.valueAt("connections").map();
    Set<String> serving = new HashSet<>();
    connections.forEach(
        (source, outputs) -> {
          if (!outputs.map().isEmpty()
              && outputs.map().keySet().stream().allMatch(kind -> kind.startsWith(SERVING))) {
            serving.add(nameById.getOrDefault(source, source));
          }
        });
    nodesByName.forEach(
        (name, node) -> {
          boolean isNote = type(node).equals(NOTE);
          if (!isNote && !serving.contains(name)) {
            addNode(name, node);
          }
        });
    connections.forEach(
        (source, outputs) -> {
          String from = nodesByName.containsKey(source) ? source : nameById.get(source);
          if (from == null) {
            draft.requireKnownNode(outputs.line(), source);
            return;
          }
          rejectUnknownKinds(from, outputs);
          if (!serving.contains(from)) {
            addEdges(from, outputs.valueAt(MAIN), nameById);
          }
        });
    addEnds(connections);
  }

  /** A run ends where an output leads nowhere: items that take it are dropped. */
  private void addEnds(Map<String, ParsedValue> connections) {
    for (String name : draft.nodes.keySet()) {
      ParsedValue node = Objects.requireNonNull(nodesByName.get(name), name);
      List<ParsedValue> outputs =
          connections.getOrDefault(name, new ParsedValue(0, Map.of())).valueAt(MAIN).list().stream()
              .filter(output -> !output.list().isEmpty())
              .toList();
      boolean hasTwo = type(node).equals(LOOP_OVER_ITEMS) || CHOICES.contains(shortType(node));
      boolean isSwitch = shortType(node).equals("switch");
      if (outputs.isEmpty() || hasTwo && outputs.size() < 2 || isSwitch) {
        draft.ends.add(name);
      }
    }
  }

  private static String type(ParsedValue node) {
    return node.textAt("type").orElse("");
  }

  private static String shortType(ParsedValue node) {
    String type = type(node);
    return type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private void addNode(String name, ParsedValue node) {
    String type = shortType(node);
    NodeKind kind = CHOICES.contains(type) ? NodeKind.ROUTE : NodeKind.STEP;
    draft.add(Node.of(name, name, kind, node));
    if (type.endsWith("trigger") || STARTS.contains(type)) {
      draft.entries.add(name);
    }
    if (node.textAt("retryOnFail").filter("true"::equals).isPresent()) {
      int tries =
          node.textAt("maxTries")
              .map(N8nParser::number)
              .orElse(OptionalInt.empty())
              .orElse(DEFAULT_TRIES);
      String counter = "Retry of " + name;
      draft.counters.put(counter, GraphCounter.of(counter, tries));
      draft.add(Edge.of(name, name, EdgeKind.CONDITIONAL, "it failed", node).withCounter(counter));
    }
  }

  private static OptionalInt number(String text) {
    return text.matches("[0-9]{1,6}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  private void addEdges(String from, ParsedValue outputs, Map<String, String> nameById) {
    ParsedValue node = Objects.requireNonNull(nodesByName.get(from), from);
    boolean isChoice = CHOICES.contains(shortType(node));
    if (outputs.value() != null && !outputs.isList()) {
      draft.unparsed(outputs.line(), from, "has main connections that are not a list");
    }
    for (int output = 0; output < outputs.list().size(); output++) {
      ParsedValue targets = outputs.list().get(output);
      if (targets.value() != null && !targets.isList()) {
        draft.unparsed(targets.line(), from, "has an output that is not a list of connections");
      }
      for (ParsedValue target : targets.list()) {
        Optional<String> written = target.textAt("node");
        if (written.isEmpty()) {
          draft.unparsed(target.line(), target.describeForMessage(), "is a connection to no node");
          continue;
        }
        String to =
            nodesByName.containsKey(written.get())
                ? written.get()
                : nameById.getOrDefault(written.get(), written.get());
        Edge edge =
            Edge.of(
                from,
                to,
                isChoice ? EdgeKind.ROUTED : EdgeKind.FIXED,
                outputName(node, output),
                target);
        draft.add(isLoop(node, output) ? boundedByItems(edge) : edge);
      }
    }
  }

  /** Reports connections that are neither main ones nor those with which a node serves another. */
  private void rejectUnknownKinds(String from, ParsedValue outputs) {
    if (!outputs.isMap()) {
      draft.unparsed(outputs.line(), from, "has connections that are not a mapping");
    }
    outputs
        .map()
        .forEach(
            (kind, value) -> {
              if (!kind.equals(MAIN) && !kind.startsWith(SERVING)) {
                draft.unparsed(value.line(), kind, "is not a known kind of connection");
              }
            });
  }

  private static String outputName(ParsedValue node, int output) {
    return switch (shortType(node)) {
      case "if" -> output == 0 ? "true" : "false";
      case "switch" -> "output " + output;
      case "filter" -> output == 0 ? "kept" : "discarded";
      default -> "";
    };
  }

  /** Whether an output of a loop over items gives the next items. */
  private static boolean isLoop(ParsedValue node, int output) {
    if (!type(node).equals(LOOP_OVER_ITEMS)) {
      return false;
    }
    ParsedValue reset = node.valueAt("parameters").valueAt("options").valueAt("reset");
    boolean isReset = reset.text().filter(text -> !text.equals("false")).isPresent();
    boolean isNew =
        node.textAt("typeVersion").filter(version -> version.startsWith("3")).isPresent();
    return !isReset && output == (isNew ? 1 : 0);
  }

  private Edge boundedByItems(Edge edge) {
    String counter = "items of " + edge.from();
    draft.counters.putIfAbsent(counter, GraphCounter.of(counter, GraphCounter.UNKNOWN_MAX));
    return edge.withKind(EdgeKind.ROUTED).withCounter(counter);
  }
}
