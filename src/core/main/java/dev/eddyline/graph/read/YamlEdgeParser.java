package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.keys.Section;
import java.util.Optional;

/** Parses the edges of Eddyline's YAML, and merges those of a bounds file into the graph. */
final class YamlEdgeParser {

  private final GraphBuilder draft;
  private final boolean isBoundsFile;

  YamlEdgeParser(GraphBuilder draft, boolean isBoundsFile) {
    this.draft = draft;
    this.isBoundsFile = isBoundsFile;
  }

  /** Adds an edge to each of its targets. */
  void add(LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    ParsedValue item = at.value();
    Optional<String> from = Optional.ofNullable(keys.required("from", GraphSection.TEXT));
    keys.required("to", GraphSection.TEXTS);
    Optional<String> when = section.optional("when", GraphSection.TEXT);
    boolean isDefault = keys.read("default", GraphSection.BOOLEAN, false);
    boolean isRouted = keys.read("routed", GraphSection.BOOLEAN, false);
    Optional<String> counter = section.counter("counter");
    Optional<EdgeGuard> guard = guard(section, item);
    keys.rejectUnknownKeys();
    EdgeKind open =
        when.isPresent() || counter.isPresent() || guard.isPresent()
            ? EdgeKind.CONDITIONAL
            : EdgeKind.FIXED;
    EdgeKind kind = isDefault ? EdgeKind.DEFAULT : isRouted ? EdgeKind.ROUTED : open;
    for (ParsedValue end : at.key("to").value().texts()) {
      Edge edge =
          new Edge(
              from.orElse(""),
              end.text().orElseThrow(),
              kind,
              when.orElse(""),
              counter,
              guard,
              item.line(),
              0);
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
        known.line(),
        known.column());
  }

  private Optional<EdgeGuard> guard(GraphSection section, ParsedValue item) {
    Optional<String> unless = section.counter("unless");
    Optional<String> whilst = section.counter("while");
    if (unless.isPresent() && whilst.isPresent()) {
      draft.addProblem(item.line(), "an edge has unless or while, not both");
    }
    return unless
        .map(name -> new EdgeGuard(EdgeGuard.GuardKind.UNLESS, name))
        .or(() -> whilst.map(name -> new EdgeGuard(EdgeGuard.GuardKind.WHILE, name)));
  }
}
