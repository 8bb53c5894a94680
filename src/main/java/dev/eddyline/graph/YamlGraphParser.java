package dev.eddyline.graph;

import dev.eddyline.yaml.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses Eddyline's YAML: a graph, or the bounds of a graph in another file. */
final class YamlGraphParser {

  private static final Map<String, NodeKind> NODE_KIND_BY_WELL_KNOWN_ID =
      Map.of(
          "START", NodeKind.START,
          "__start__", NodeKind.START,
          "END", NodeKind.END,
          "__end__", NodeKind.END);

  private static final List<String> ARROWS = List.of("->", "→");

  private final GraphBuilder draft;
  private final boolean isBoundsFile;
  private final YamlMappingReader root;
  private final boolean isMap;

  private YamlGraphParser(GraphBuilder draft, ParsedValue item, boolean isBoundsFile) {
    this.draft = draft;
    this.isBoundsFile = isBoundsFile;
    this.root = new YamlMappingReader(item, draft, isBoundsFile ? "bounds" : "a graph");
    this.isMap = item.isMap();
  }

  /** Parses a graph. */
  static ParsedGraph read(String place, String text, GraphSizeLimit sizeLimit) {
    GraphBuilder draft = new GraphBuilder(place, sizeLimit);
    new YamlGraphParser(draft, ValueParser.parseYaml(place, text), false).read();
    return draft.build(GraphFormat.YAML);
  }

  /** Adds the bounds of the text to a graph. */
  static ParsedGraph mergeBoundsIntoGraph(
      String place, ParsedGraph reading, String text, GraphSizeLimit sizeLimit) {
    GraphBuilder draft = GraphBuilder.copyOf(place, reading, sizeLimit);
    new YamlGraphParser(draft, ValueParser.parseYaml(place, text), true).read();
    return draft.build(reading.format());
  }

  private void read() {
    if (!isMap) {
      return;
    }
    root.text("name").ifPresent(name -> draft.name = name);
    draft.recursionLimit =
        root.integer("recursionLimit", 1).isPresent()
            ? root.integer("recursionLimit", 1)
            : draft.recursionLimit;
    ParsedValue nodes = root.valueAt("nodes");
    if (!isBoundsFile && nodes.value() == null) {
      draft.addProblem(nodes.line(), "a graph needs nodes");
    }
    nodes.map().forEach((id, item) -> addNode(id, item));
    nodes.list().forEach(this::addNode);
    List<ParsedValue> edges = root.valueAt("edges").list();
    if (root.valueAt("edges").value() != null && !root.valueAt("edges").isList()) {
      draft.addProblem(root.valueAt("edges").line(), "edges must be a list");
    }
    edges.forEach(this::addImplicitStartAndEndNodes);
    ParsedValue counters = root.valueAt("counters");
    if (counters.value() != null && !counters.isMap()) {
      draft.addProblem(counters.line(), "counters must be a mapping from name to counter");
    }
    counters.map().forEach((name, item) -> addCounter(name, item));
    edges.forEach(this::addEdges);
    draft.entries.addAll(root.nodeIdsAt("entry"));
    draft.ends.addAll(root.nodeIdsAt("ends"));
    root.rejectUnknownKeys();
  }

  private void addNode(ParsedValue item) {
    if (item.text().isPresent() && !item.text().get().isBlank()) {
      addNode(item.text().get(), new ParsedValue(item.line(), null));
      return;
    }
    if (!item.isMap()) {
      draft.addProblem(
          item.line(), "a node must be an id or a mapping, was " + item.describeForMessage());
      return;
    }
    new YamlMappingReader(item, draft, "a node")
        .requiredTextAt("id")
        .ifPresent(id -> addNode(id, item));
  }

  private void addNode(String id, ParsedValue item) {
    YamlMappingReader fields = new YamlMappingReader(item, draft, "node '" + id + "'");
    if (id.isBlank() || item.isMap() && !fields.text("id").orElse(id).equals(id)) {
      draft.addProblem(item.line(), "node '%s' has another id".formatted(id));
      return;
    }
    if (isBoundsFile ? !draft.requireKnownNode(item.line(), id) : draft.nodes.containsKey(id)) {
      if (!isBoundsFile) {
        draft.addProblem(item.line(), "node '%s' is defined twice".formatted(id));
      }
      return;
    }
    Node known = draft.nodes.get(id);
    String label = fields.text("label").orElse(known == null ? id : known.label());
    NodeKind kind =
        kind(
            fields,
            known == null
                ? NODE_KIND_BY_WELL_KNOWN_ID.getOrDefault(id, NodeKind.STEP)
                : known.kind());
    int line = known == null ? item.line() : known.line();
    draft.add(
        Node.of(id, label, kind, line)
            .withStateAccess(
                fields.bool("expensive").orElse(false),
                fields.names("reads"),
                fields.names("writes")));
    fields.rejectUnknownKeys();
  }

  private NodeKind kind(YamlMappingReader fields, NodeKind otherwise) {
    Optional<String> text = fields.text("kind");
    for (NodeKind kind : NodeKind.values()) {
      if (text.filter(kind.name().toLowerCase(Locale.ROOT)::equals).isPresent()) {
        return kind;
      }
    }
    text.ifPresent(
        wrong ->
            draft.addProblem(
                fields.valueAt("kind").line(),
                "kind must be step, start, end or route, was '%s'".formatted(wrong)));
    return otherwise;
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

  private void addCounter(String name, ParsedValue item) {
    YamlMappingReader fields = new YamlMappingReader(item, draft, "counter '" + name + "'");
    Set<NodePair> nodePairs = new LinkedHashSet<>();
    Set<String> nodes = new LinkedHashSet<>();
    for (ParsedValue each : fields.texts("countedOn").orElse(List.of())) {
      addWhereCounterCounts(each, nodePairs, nodes);
    }
    draft.counters.put(
        name,
        new GraphCounter(
            name,
            fields.integer("max", 0),
            nodePairs,
            nodes,
            fields.nodeIdsAt("resetBy"),
            fields.nodeIdsAt("misses"),
            fields.bool("effective")));
    fields.rejectUnknownKeys();
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

  private void addEdges(ParsedValue item) {
    YamlMappingReader fields = new YamlMappingReader(item, draft, "an edge");
    Optional<String> from = fields.requiredTextAt("from");
    List<ParsedValue> to = fields.texts("to").orElse(List.of());
    if (fields.valueAt("to").value() == null) {
      draft.addProblem(item.line(), "an edge needs to");
    }
    Optional<String> when = fields.text("when");
    boolean isDefault = fields.bool("default").orElse(false);
    boolean isRouted = fields.bool("routed").orElse(false);
    Optional<String> counter = fields.text("counter").filter(name -> isCounter(item, name));
    Optional<EdgeGuard> guard = guard(fields, item);
    fields.rejectUnknownKeys();
    EdgeKind open =
        when.isPresent() || counter.isPresent() || guard.isPresent()
            ? EdgeKind.CONDITIONAL
            : EdgeKind.FIXED;
    EdgeKind kind = isDefault ? EdgeKind.DEFAULT : isRouted ? EdgeKind.ROUTED : open;
    for (ParsedValue end : to) {
      Edge edge =
          new Edge(
              from.orElse(""),
              end.text().orElseThrow(),
              kind,
              when.orElse(""),
              counter,
              guard,
              item.line());
      if (from.isPresent()) {
        addOrMergeEdge(edge);
      }
    }
  }

  /** In a bounds file, changes all existing edges between the same two nodes. */
  private void addOrMergeEdge(Edge edge) {
    if (!isBoundsFile) {
      draft.add(edge);
      return;
    }
    boolean isFromKnown = draft.requireKnownNode(edge.line(), edge.from());
    boolean isToKnown = draft.requireKnownNode(edge.line(), edge.to());
    if (!isFromKnown || !isToKnown) {
      return;
    }
    boolean isFound = false;
    for (int at = 0; at < draft.edges.size(); at++) {
      Edge known = draft.edges.get(at);
      if (known.endpointPair().equals(edge.endpointPair())) {
        isFound = true;
        draft.edges.set(at, merged(known, edge));
      }
    }
    if (!isFound) {
      draft.addProblem(edge.line(), "the graph has no edge " + edge.endpointPair());
    }
  }

  private static Edge merged(Edge known, Edge bounds) {
    boolean isFixed = known.kind() == EdgeKind.FIXED || bounds.kind() == EdgeKind.DEFAULT;
    return new Edge(
        known.from(),
        known.to(),
        isFixed ? bounds.kind() : known.kind(),
        bounds.condition().isEmpty() ? known.condition() : bounds.condition(),
        bounds.counter().or(known::counter),
        bounds.guard().or(known::guard),
        known.line());
  }

  private Optional<EdgeGuard> guard(YamlMappingReader fields, ParsedValue item) {
    Optional<String> unless = fields.text("unless").filter(name -> isCounter(item, name));
    Optional<String> whilst = fields.text("while").filter(name -> isCounter(item, name));
    if (unless.isPresent() && whilst.isPresent()) {
      draft.addProblem(item.line(), "an edge has unless or while, not both");
    }
    return unless
        .map(name -> new EdgeGuard(EdgeGuard.GuardKind.UNLESS, name))
        .or(() -> whilst.map(name -> new EdgeGuard(EdgeGuard.GuardKind.WHILE, name)));
  }

  private boolean isCounter(ParsedValue item, String name) {
    if (!draft.counters.containsKey(name)) {
      draft.addProblem(
          item.line(),
          "unknown counter '%s'%s".formatted(name, Nearest.hint(name, draft.counters.keySet())));
      return false;
    }
    return true;
  }
}
