package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Parses Eddyline's YAML: a graph, or the bounds of a graph in another file. */
public final class YamlGraphParser {

  private static final Map<String, NodeKind> NODE_KIND_BY_WELL_KNOWN_ID =
      Map.of(
          "START", NodeKind.START,
          "__start__", NodeKind.START,
          "END", NodeKind.END,
          "__end__", NodeKind.END);

  private static final Pattern KEYS = Pattern.compile("^(?:nodes|edges)\\s*:", Pattern.MULTILINE);

  private static final List<String> ARROWS = List.of("->", "→");

  /** The maximum of all numbers. */
  private static final int MAX_NUMBER = 1_000_000;

  private static final KeyType<Integer> LIMIT =
      ScalarTypes.asText(ScalarTypes.wholeNumber(0, MAX_NUMBER));
  private static final KeyType<Integer> STEPS =
      ScalarTypes.asText(ScalarTypes.wholeNumber(1, MAX_NUMBER));
  private static final KeyType<NodeKind> KIND = ScalarTypes.oneOf(Section.all(NodeKind.class));

  private final GraphBuilder draft;
  private final boolean isBoundsFile;
  private final LinedPath root;

  private YamlGraphParser(GraphBuilder draft, ParsedValue item, boolean isBoundsFile) {
    this.draft = draft;
    this.isBoundsFile = isBoundsFile;
    this.root = new LinedPath("", item, draft);
  }

  /** Whether the text is a mapping with nodes or edges, or invalid YAML with their keys. */
  static boolean recognizes(GraphInput input) {
    return input
        .value()
        .map(
            root ->
                input.isJson()
                    ? isOwnJson(root)
                    : isContainer(root.valueAt("nodes")) || isContainer(root.valueAt("edges")))
        .orElseGet(() -> KEYS.matcher(input.text()).find());
  }

  /** Whether JSON has edges from and to nodes, or nodes by their ids. */
  private static boolean isOwnJson(ParsedValue root) {
    return root.valueAt("edges").list().stream()
            .anyMatch(edge -> edge.map().containsKey("from") || edge.map().containsKey("to"))
        || root.valueAt("nodes").list().stream().anyMatch(node -> node.text().isPresent())
        || root.valueAt("nodes").isMap();
  }

  private static boolean isContainer(ParsedValue value) {
    return value.isList() || value.isMap();
  }

  /** Parses a graph. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit sizeLimit) {
    GraphBuilder draft = new GraphBuilder(input.place(), sizeLimit);
    new YamlGraphParser(draft, input.yaml(), false).read();
    return List.of(draft.build(GraphFormat.YAML));
  }

  /** Adds the bounds of the text to a graph. */
  static ParsedGraph mergeBoundsIntoGraph(
      String place, ParsedGraph reading, String text, GraphSizeLimit sizeLimit) {
    return mergeBoundsIntoGraph(place, reading, ValueParser.parseYaml(place, text), sizeLimit);
  }

  /** Adds bounds to a graph that is linted. */
  public static ParsedGraph mergeBoundsIntoGraph(
      String place, ParsedGraph reading, ParsedValue bounds) {
    return mergeBoundsIntoGraph(place, reading, bounds, GraphSizeLimit.LIMIT_FOR_LINT);
  }

  private static ParsedGraph mergeBoundsIntoGraph(
      String place, ParsedGraph reading, ParsedValue bounds, GraphSizeLimit sizeLimit) {
    GraphBuilder draft = GraphBuilder.copyOf(place, reading, sizeLimit);
    new YamlGraphParser(draft, bounds, true).read();
    return draft.build(reading.format());
  }

  private void read() {
    GraphSection section = new GraphSection(root);
    Section keys = section.keys();
    section.optional("name", GraphSection.TEXT).ifPresent(name -> draft.name = name);
    section
        .optional("recursionLimit", STEPS)
        .ifPresent(limit -> draft.recursionLimit = OptionalInt.of(limit));
    LinedPath nodes = section.inner("nodes");
    if (!isBoundsFile && root.value().isMap() && nodes.value().value() == null) {
      keys.addProblem("nodes", "is required");
    }
    nodes.value().map().keySet().forEach(id -> addNode(id, nodes.key(id)));
    for (int i = 0; i < nodes.value().list().size(); i++) {
      addNode(nodes.item(i));
    }
    LinedPath edges = section.inner("edges");
    if (edges.value().value() != null && !edges.value().isList()) {
      keys.addProblem("edges", "must be a list");
    }
    edges.value().list().forEach(this::addImplicitStartAndEndNodes);
    LinedPath counters = section.inner("counters");
    if (counters.value().value() != null && !counters.value().isMap()) {
      keys.addProblem("counters", "must be a mapping from name to counter");
    }
    counters.value().map().keySet().forEach(name -> addCounter(name, counters.key(name)));
    YamlEdgeParser edgeParser = new YamlEdgeParser(draft, isBoundsFile);
    for (int i = 0; i < edges.value().list().size(); i++) {
      edgeParser.add(edges.item(i));
    }
    draft.entries.addAll(section.nodeIds("entry"));
    draft.ends.addAll(section.nodeIds("ends"));
    keys.rejectUnknownKeys();
  }

  private void addNode(LinedPath at) {
    ParsedValue item = at.value();
    if (item.text().isPresent() && !item.text().get().isBlank()) {
      addNode(
          item.text().get(), new LinedPath(at.path(), new ParsedValue(item.line(), null), draft));
    } else if (item.isMap()) {
      Optional.ofNullable(new GraphSection(at).keys().required("id", GraphSection.TEXT))
          .ifPresent(id -> addNode(id, at));
    } else {
      at.addProblem("must be an id or a mapping, was " + item.describeForMessage());
    }
  }

  private void addNode(String id, LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    int line = at.value().line();
    if (id.isBlank() || !section.optional("id", GraphSection.TEXT).orElse(id).equals(id)) {
      draft.addProblem(line, "node '%s' has another id".formatted(id));
      return;
    }
    if (isBoundsFile ? !draft.requireKnownNode(line, id) : draft.nodes.containsKey(id)) {
      if (!isBoundsFile) {
        draft.addProblem(line, "node '%s' is defined twice".formatted(id));
      }
      return;
    }
    Node known = draft.nodes.get(id);
    NodeKind otherwise =
        known == null ? NODE_KIND_BY_WELL_KNOWN_ID.getOrDefault(id, NodeKind.STEP) : known.kind();
    draft.add(
        Node.of(
                id,
                section
                    .optional("label", GraphSection.TEXT)
                    .orElse(known == null ? id : known.label()),
                keys.read("kind", KIND, otherwise),
                known == null ? line : known.line())
            .withStateAccess(
                keys.read("expensive", GraphSection.BOOLEAN, false),
                section.optional("reads", GraphSection.TEXTS).map(LinkedHashSet::new),
                section.optional("writes", GraphSection.TEXTS).map(LinkedHashSet::new)));
    keys.rejectUnknownKeys();
  }

  /** Adds START and END, which the file may omit from its list. */
  private void addImplicitStartAndEndNodes(ParsedValue edge) {
    for (String key : List.of("from", "to")) {
      List<ParsedValue> ends =
          edge.valueAt(key).isList() ? edge.valueAt(key).list() : List.of(edge.valueAt(key));
      for (ParsedValue end : ends) {
        String id = end.text().orElse("");
        if (!isBoundsFile
            && NODE_KIND_BY_WELL_KNOWN_ID.containsKey(id)
            && !draft.nodes.containsKey(id)) {
          draft.add(Node.of(id, id, NODE_KIND_BY_WELL_KNOWN_ID.get(id), end.line()));
        }
      }
    }
  }

  private void addCounter(String name, LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    Set<NodePair> nodePairs = new LinkedHashSet<>();
    Set<String> nodes = new LinkedHashSet<>();
    for (ParsedValue each : section.texts("countedOn")) {
      addWhereCounterCounts(each, nodePairs, nodes);
    }
    draft.counters.put(
        name,
        new GraphCounter(
            name,
            section.optional("max", LIMIT).map(OptionalInt::of).orElse(OptionalInt.empty()),
            nodePairs,
            nodes,
            section.nodeIds("resetBy"),
            section.nodeIds("misses"),
            section.optional("effective", GraphSection.BOOLEAN)));
    keys.rejectUnknownKeys();
  }

  /** Parses a node, or two nodes with an arrow. */
  private void addWhereCounterCounts(ParsedValue item, Set<NodePair> nodePairs, Set<String> nodes) {
    String text = item.text().orElseThrow();
    for (String arrow : ARROWS) {
      int at = draft.nodes.containsKey(text) ? -1 : text.indexOf(arrow);
      if (at >= 0) {
        String from = text.substring(0, at).strip();
        String to = text.substring(at + arrow.length()).strip();
        boolean isFromKnown = draft.requireKnownNode(item.line(), from);
        boolean isToKnown = draft.requireKnownNode(item.line(), to);
        if (isFromKnown && isToKnown) {
          nodePairs.add(new NodePair(from, to));
        }
        return;
      }
    }
    if (draft.requireKnownNode(item.line(), text)) {
      nodes.add(text);
    }
  }
}
