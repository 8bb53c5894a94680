package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeKind;
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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses Eddyline's YAML: a graph, or the bounds of a graph in another file. */
public final class YamlGraphParser {

  private static final Map<String, NodeKind> NODE_KIND_BY_WELL_KNOWN_ID =
      Map.of(
          "START", NodeKind.START,
          "__start__", NodeKind.START,
          "END", NodeKind.END,
          "__end__", NodeKind.END);

  private static final Pattern KEYS = Pattern.compile("^(?:nodes|edges)\\s*:", Pattern.MULTILINE);

  private static final String ARROW = "\\s*(?:->|→)\\s*";

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
        .map(root -> input.isJson() ? isOwnJson(root) : isOwnYaml(root))
        .orElseGet(() -> KEYS.matcher(input.text()).find());
  }

  /** Whether JSON has edges from and to nodes, or nodes by their ids. */
  private static boolean isOwnJson(ParsedValue root) {
    return root.valueAt("edges").list().stream()
            .anyMatch(edge -> edge.map().containsKey("from") || edge.map().containsKey("to"))
        || root.valueAt("nodes").list().stream().anyMatch(node -> node.text().isPresent())
        || root.valueAt("nodes").isMap();
  }

  private static boolean isOwnYaml(ParsedValue root) {
    return Stream.of("nodes", "edges")
        .map(root::valueAt)
        .anyMatch(value -> value.isList() || value.isMap());
  }

  /** Parses a graph. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit sizeLimit) {
    GraphBuilder draft = new GraphBuilder(input.place(), sizeLimit);
    new YamlGraphParser(draft, input.yaml(), false).read();
    return List.of(draft.build(GraphFormat.YAML));
  }

  /** Adds bounds to a graph that is linted. */
  public static ParsedGraph mergeBoundsIntoGraph(
      String place, ParsedGraph reading, ParsedValue bounds) {
    return mergeBoundsIntoGraph(place, reading, bounds, GraphSizeLimit.LIMIT_FOR_LINT);
  }

  /** Adds bounds to a graph that may have this size. */
  static ParsedGraph mergeBoundsIntoGraph(
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
    if (!isBoundsFile && root.value().isMap() && nodes.isAbsent()) {
      keys.addProblem("nodes", "is required");
    }
    nodes.value().map().keySet().forEach(id -> addNode(id, nodes.key(id)));
    nodes.items().forEach(this::addNode);
    LinedPath edges = section.inner("edges");
    if (!edges.isAbsent() && !edges.value().isList()) {
      keys.addProblem("edges", "must be a list");
    }
    if (!isBoundsFile) {
      edges.items().forEach(this::addImplicitStartAndEnd);
    }
    LinedPath counters = section.inner("counters");
    if (!counters.isAbsent() && !counters.value().isMap()) {
      keys.addProblem("counters", "must be a mapping from name to counter");
    }
    counters.value().map().keySet().forEach(name -> addCounter(name, counters.key(name)));
    edges.items().forEach(this::addEdges);
    draft.entries.addAll(section.nodeIds("entry"));
    draft.ends.addAll(section.nodeIds("ends"));
    keys.rejectUnknownKeys();
  }

  private void addNode(LinedPath at) {
    ParsedValue item = at.value();
    Optional<String> id = item.text().filter(text -> !text.isBlank());
    if (id.isPresent()) {
      addNode(id.get(), new LinedPath(at.path(), new ParsedValue(item.line(), null), draft));
    } else if (item.isMap()) {
      Optional.ofNullable(new GraphSection(at).keys().required("id", GraphSection.TEXT))
          .ifPresent(text -> addNode(text, at));
    } else {
      at.addProblem("must be an id or a mapping, was " + item.describeForMessage());
    }
  }

  private void addNode(String idOrLabel, LinedPath at) {
    int line = at.value().line();
    Optional<String> found =
        isBoundsFile && !idOrLabel.isBlank()
            ? draft.findNode(line, idOrLabel)
            : Optional.of(idOrLabel);
    found.ifPresent(id -> addNode(id, idOrLabel, at));
  }

  private void addNode(String id, String written, LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    int line = at.value().line();
    Node known = draft.nodes.get(id);
    if (id.isBlank()
        || !section.optional("id", GraphSection.TEXT).orElse(written).equals(written)) {
      draft.addProblem(line, "node '%s' has another id".formatted(id));
    } else if (!isBoundsFile && known != null) {
      draft.addProblem(line, "node '%s' is defined twice".formatted(id));
    } else {
      NodeKind kind = NODE_KIND_BY_WELL_KNOWN_ID.getOrDefault(id, NodeKind.STEP);
      Node before = known == null ? Node.of(id, id, kind, line) : known;
      draft.add(
          new Node(
              id,
              section.optional("label", GraphSection.TEXT).orElse(before.label()),
              keys.read("kind", KIND, before.kind()),
              keys.read("expensive", GraphSection.BOOLEAN, false),
              section.optional("reads", GraphSection.TEXTS).map(LinkedHashSet::new),
              section.optional("writes", GraphSection.TEXTS).map(LinkedHashSet::new),
              before.waits(),
              before.line(),
              before.column()));
      keys.rejectUnknownKeys();
    }
  }

  /** Adds START and END, which the file may omit from its list of nodes. */
  private void addImplicitStartAndEnd(LinedPath edge) {
    Stream.of("from", "to")
        .flatMap(key -> edge.value().valueAt(key).texts().stream())
        .forEach(
            node -> {
              String id = node.text().orElseThrow();
              NodeKind kind = NODE_KIND_BY_WELL_KNOWN_ID.get(id);
              if (kind != null && !draft.nodes.containsKey(id)) {
                draft.add(Node.of(id, id, kind, node.line()));
              }
            });
  }

  private void addCounter(String name, LinedPath at) {
    GraphSection section = new GraphSection(at);
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
    section.keys().rejectUnknownKeys();
  }

  /** Parses a node, or two nodes with an arrow. */
  private void addWhereCounterCounts(ParsedValue item, Set<NodePair> nodePairs, Set<String> nodes) {
    String text = item.text().orElseThrow();
    List<String> ends =
        draft.nodes.containsKey(text) ? List.of(text) : List.of(text.strip().split(ARROW, 2));
    // every unknown node is a problem of its own
    List<String> ids =
        ends.stream().flatMap(end -> draft.findNode(item.line(), end).stream()).toList();
    if (ids.size() == 2) {
      nodePairs.add(new NodePair(ids.get(0), ids.get(1)));
    } else if (ends.size() == 1) {
      nodes.addAll(ids);
    }
  }

  /** Adds an edge to each of its targets. */
  private void addEdges(LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    int line = at.value().line();
    String from = keys.required("from", GraphSection.TEXT);
    keys.required("to", GraphSection.TEXTS);
    Optional<String> when = section.optional("when", GraphSection.TEXT);
    boolean isDefault = keys.read("default", GraphSection.BOOLEAN, false);
    boolean isRouted = keys.read("routed", GraphSection.BOOLEAN, false);
    Optional<String> counter = section.counter("counter");
    Optional<String> unless = section.counter("unless");
    Optional<String> whilst = section.counter("while");
    if (unless.isPresent() && whilst.isPresent()) {
      draft.addProblem(line, "an edge has unless or while, not both");
    }
    Optional<EdgeGuard> guard =
        unless
            .map(name -> new EdgeGuard(EdgeGuard.GuardKind.UNLESS, name))
            .or(() -> whilst.map(name -> new EdgeGuard(EdgeGuard.GuardKind.WHILE, name)));
    keys.rejectUnknownKeys();
    boolean isConditional = when.isPresent() || counter.isPresent() || guard.isPresent();
    EdgeKind open = isConditional ? EdgeKind.CONDITIONAL : EdgeKind.FIXED;
    EdgeKind kind = isDefault ? EdgeKind.DEFAULT : isRouted ? EdgeKind.ROUTED : open;
    for (ParsedValue end :
        from == null ? List.<ParsedValue>of() : at.value().valueAt("to").texts()) {
      String to = end.text().orElseThrow();
      Edge edge = new Edge(from, to, kind, when.orElse(""), counter, guard, line, 0);
      if (isBoundsFile) {
        merge(edge);
      } else {
        draft.add(edge);
      }
    }
  }

  /** Changes all edges of the graph between the same two nodes. */
  private void merge(Edge bounds) {
    Optional<String> from = draft.findNode(bounds.line(), bounds.from());
    Optional<String> to = draft.findNode(bounds.line(), bounds.to());
    if (from.isEmpty() || to.isEmpty()) {
      return;
    }
    NodePair ends = new NodePair(from.get(), to.get());
    Predicate<Edge> isBounded = edge -> edge.endpointPair().equals(ends);
    if (draft.edges.stream().noneMatch(isBounded)) {
      draft.addProblem(bounds.line(), "the graph has no edge " + bounds.endpointPair());
    }
    draft.edges.replaceAll(edge -> isBounded.test(edge) ? merged(edge, bounds) : edge);
  }

  private static Edge merged(Edge known, Edge bounds) {
    boolean isFixed = known.kind() == EdgeKind.FIXED || bounds.kind() == EdgeKind.DEFAULT;
    boolean isOnlyCounted =
        bounds.counter().isPresent() && bounds.condition().isEmpty() && bounds.guard().isEmpty();
    EdgeKind kind = isFixed ? bounds.kind() : known.kind();
    // what counts is outside of the graph, and so is what happens then
    boolean isLeftOtherwise = isOnlyCounted && known.kind() != EdgeKind.CONDITIONAL;
    return new Edge(
        known.from(),
        known.to(),
        isLeftOtherwise ? EdgeKind.ROUTED : kind,
        bounds.condition().isEmpty() ? known.condition() : bounds.condition(),
        bounds.counter().or(known::counter),
        bounds.guard().or(known::guard),
        known.line(),
        known.column());
  }
}
