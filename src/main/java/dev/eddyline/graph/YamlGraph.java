package dev.eddyline.graph;

import dev.eddyline.text.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses Eddyline's YAML: a graph, or the bounds of a graph in another file. */
final class YamlGraph {

  private static final Map<String, NodeKind> KNOWN =
      Map.of(
          "START", NodeKind.START,
          "__start__", NodeKind.START,
          "END", NodeKind.END,
          "__end__", NodeKind.END);

  private static final List<String> ARROWS = List.of("->", "→");

  private final Draft draft;
  private final boolean isBeside;
  private final Fields root;
  private final boolean isMap;

  private YamlGraph(Draft draft, Item item, boolean isBeside) {
    this.draft = draft;
    this.isBeside = isBeside;
    this.root = new Fields(item, draft, isBeside ? "bounds" : "a graph");
    this.isMap = item.isMap();
  }

  /** Parses a graph. */
  static GraphReading read(String place, String text, GraphSize most) {
    Draft draft = new Draft(place, most);
    new YamlGraph(draft, Items.yaml(place, text), false).read();
    return draft.read(GraphFormat.YAML);
  }

  /** Adds the bounds of the text to a graph. */
  static GraphReading bounded(String place, GraphReading reading, String text, GraphSize most) {
    Draft draft = Draft.of(place, reading, most);
    new YamlGraph(draft, Items.yaml(place, text), true).read();
    return draft.read(reading.format());
  }

  private void read() {
    if (!isMap) {
      return;
    }
    root.text("name").ifPresent(name -> draft.name = name);
    draft.limit =
        root.integer("recursionLimit", 1).isPresent()
            ? root.integer("recursionLimit", 1)
            : draft.limit;
    Item nodes = root.at("nodes");
    if (!isBeside && nodes.value() == null) {
      draft.refuse(nodes.line(), "a graph needs nodes");
    }
    nodes.map().forEach((id, item) -> node(id, item));
    nodes.list().forEach(this::node);
    List<Item> edges = root.at("edges").list();
    if (root.at("edges").value() != null && !root.at("edges").isList()) {
      draft.refuse(root.at("edges").line(), "edges must be a list");
    }
    edges.forEach(this::addKnown);
    Item counters = root.at("counters");
    if (counters.value() != null && !counters.isMap()) {
      draft.refuse(counters.line(), "counters must be a mapping from name to counter");
    }
    counters.map().forEach((name, item) -> counter(name, item));
    edges.forEach(this::edge);
    draft.entries.addAll(root.nodes("entry"));
    draft.ends.addAll(root.nodes("ends"));
    root.refuseOthers();
  }

  private void node(Item item) {
    if (item.text().isPresent() && !item.text().get().isBlank()) {
      node(item.text().get(), new Item(item.line(), null));
      return;
    }
    if (!item.isMap()) {
      draft.refuse(item.line(), "a node must be an id or a mapping, was " + item.kind());
      return;
    }
    new Fields(item, draft, "a node").required("id").ifPresent(id -> node(id, item));
  }

  private void node(String id, Item item) {
    Fields fields = new Fields(item, draft, "node '" + id + "'");
    if (id.isBlank() || item.isMap() && !fields.text("id").orElse(id).equals(id)) {
      draft.refuse(item.line(), "node '%s' has another id".formatted(id));
      return;
    }
    if (isBeside ? !draft.isKnown(item.line(), id) : draft.nodes.containsKey(id)) {
      if (!isBeside) {
        draft.refuse(item.line(), "node '%s' is defined twice".formatted(id));
      }
      return;
    }
    Node known = draft.nodes.get(id);
    String label = fields.text("label").orElse(known == null ? id : known.label());
    NodeKind kind =
        kind(fields, known == null ? KNOWN.getOrDefault(id, NodeKind.STEP) : known.kind());
    int line = known == null ? item.line() : known.line();
    draft.add(
        Node.of(id, label, kind, line)
            .with(
                fields.bool("expensive").orElse(false),
                fields.names("reads"),
                fields.names("writes")));
    fields.refuseOthers();
  }

  private NodeKind kind(Fields fields, NodeKind otherwise) {
    Optional<String> text = fields.text("kind");
    for (NodeKind kind : NodeKind.values()) {
      if (text.filter(kind.name().toLowerCase(Locale.ROOT)::equals).isPresent()) {
        return kind;
      }
    }
    text.ifPresent(
        wrong ->
            draft.refuse(
                fields.at("kind").line(),
                "kind must be step, start, end or route, was '%s'".formatted(wrong)));
    return otherwise;
  }

  /** Adds START and END, which the file may omit from its list. */
  private void addKnown(Item edge) {
    for (String key : List.of("from", "to")) {
      List<Item> ends = edge.at(key).isList() ? edge.at(key).list() : List.of(edge.at(key));
      for (Item end : ends) {
        String id = end.text().orElse("");
        if (!isBeside && KNOWN.containsKey(id) && !draft.nodes.containsKey(id)) {
          draft.add(Node.of(id, id, KNOWN.get(id), end.line()));
        }
      }
    }
  }

  private void counter(String name, Item item) {
    Fields fields = new Fields(item, draft, "counter '" + name + "'");
    Set<Way> ways = new LinkedHashSet<>();
    Set<String> nodes = new LinkedHashSet<>();
    for (Item each : fields.texts("countedOn").orElse(List.of())) {
      countedOn(each, ways, nodes);
    }
    draft.counters.put(
        name,
        new Counter(
            name,
            fields.integer("max", 0),
            ways,
            nodes,
            fields.nodes("resetBy"),
            fields.nodes("misses"),
            fields.bool("effective")));
    fields.refuseOthers();
  }

  /** Parses a node, or two nodes with an arrow. */
  private void countedOn(Item item, Set<Way> ways, Set<String> nodes) {
    String text = item.text().orElseThrow();
    for (String arrow : ARROWS) {
      int at = draft.nodes.containsKey(text) ? -1 : text.indexOf(arrow);
      if (at >= 0) {
        String from = text.substring(0, at).strip();
        String to = text.substring(at + arrow.length()).strip();
        boolean isFromKnown = draft.isKnown(item.line(), from);
        boolean isToKnown = draft.isKnown(item.line(), to);
        if (isFromKnown && isToKnown) {
          ways.add(new Way(from, to));
        }
        return;
      }
    }
    if (draft.isKnown(item.line(), text)) {
      nodes.add(text);
    }
  }

  private void edge(Item item) {
    Fields fields = new Fields(item, draft, "an edge");
    Optional<String> from = fields.required("from");
    List<Item> to = fields.texts("to").orElse(List.of());
    if (fields.at("to").value() == null) {
      draft.refuse(item.line(), "an edge needs to");
    }
    Optional<String> when = fields.text("when");
    boolean isDefault = fields.bool("default").orElse(false);
    boolean isRouted = fields.bool("routed").orElse(false);
    Optional<String> counter = fields.text("counter").filter(name -> isCounter(item, name));
    Optional<Guard> guard = guard(fields, item);
    fields.refuseOthers();
    EdgeKind open =
        when.isPresent() || counter.isPresent() || guard.isPresent()
            ? EdgeKind.CONDITIONAL
            : EdgeKind.FIXED;
    EdgeKind kind = isDefault ? EdgeKind.DEFAULT : isRouted ? EdgeKind.ROUTED : open;
    for (Item end : to) {
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
        put(edge);
      }
    }
  }

  /** In a bounds file, changes all existing edges between the same two nodes. */
  private void put(Edge edge) {
    if (!isBeside) {
      draft.add(edge);
      return;
    }
    boolean isFromKnown = draft.isKnown(edge.line(), edge.from());
    boolean isToKnown = draft.isKnown(edge.line(), edge.to());
    if (!isFromKnown || !isToKnown) {
      return;
    }
    boolean isThere = false;
    for (int at = 0; at < draft.edges.size(); at++) {
      Edge known = draft.edges.get(at);
      if (known.way().equals(edge.way())) {
        isThere = true;
        draft.edges.set(at, merged(known, edge));
      }
    }
    if (!isThere) {
      draft.refuse(edge.line(), "the graph has no edge " + edge.way());
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

  private Optional<Guard> guard(Fields fields, Item item) {
    Optional<String> unless = fields.text("unless").filter(name -> isCounter(item, name));
    Optional<String> whilst = fields.text("while").filter(name -> isCounter(item, name));
    if (unless.isPresent() && whilst.isPresent()) {
      draft.refuse(item.line(), "an edge has unless or while, not both");
    }
    return unless
        .map(name -> new Guard(Guard.Kind.UNLESS, name))
        .or(() -> whilst.map(name -> new Guard(Guard.Kind.WHILE, name)));
  }

  private boolean isCounter(Item item, String name) {
    if (!draft.counters.containsKey(name)) {
      draft.refuse(
          item.line(),
          "unknown counter '%s'%s".formatted(name, Nearest.hint(name, draft.counters.keySet())));
      return false;
    }
    return true;
  }
}
