package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.graph.Brief;
import dev.eddyline.graph.Edge;
import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphFinding;
import dev.eddyline.graph.Misread;
import dev.eddyline.graph.Node;
import dev.eddyline.graph.Remedy;
import dev.eddyline.graph.Way;
import dev.eddyline.graph.WorkflowGraph;
import dev.eddyline.outputs.OutputJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A workflow's graph and its findings as JSON, the first so many of each. */
final class GraphJson {

  /** Nodes, and findings, that are told one by one. */
  private static final int MOST = 200;

  /** Edges that are told one by one. */
  private static final int MOST_EDGES = 1_000;

  private GraphJson() {}

  /**
   * Adds how much is wrong, null while that is still sought, and what was not sought to its end.
   */
  static void addCounts(ObjectNode json, FollowedGraph followed) {
    Optional<List<GraphFinding>> known = followed.known().map(GraphCheck::findings);
    json.put("findingCount", known.map(List::size).orElse(null));
    json.put(
        "errorCount",
        known.map(all -> all.stream().filter(it -> it.kind().isError()).count()).orElse(null));
    json.set(
        "notSought",
        OutputJson.texts(followed.known().map(GraphCheck::notSought).orElse(List.of())));
  }

  /**
   * Adds whether it is complete, nodes, edges, findings with their remedies as far as they are
   * known, and what was not understood.
   */
  static void addTo(ObjectNode json, FollowedGraph followed) {
    ArrayNode nodes = json.putArray("nodes");
    WorkflowGraph graph = followed.graph();
    boolean isComplete = graph.nodes().size() <= MOST && graph.edges().size() <= MOST_EDGES;
    json.put("complete", isComplete);
    graph.nodes().stream().limit(MOST).forEach(node -> node(nodes.addObject(), node));
    ArrayNode edges = json.putArray("edges");
    graph.edges().stream().limit(MOST_EDGES).forEach(edge -> edge(edges.addObject(), edge));
    Optional<Set<Edge>> before = isComplete ? Optional.of(edges(graph)) : Optional.empty();
    ArrayNode findings = json.putArray("findings");
    followed.known().map(GraphCheck::findings).orElse(List.of()).stream()
        .limit(MOST)
        .map(Brief::of)
        .forEach(finding -> finding(findings.addObject(), finding, before));
    ArrayNode misread = json.putArray("misread");
    followed.misread().stream().limit(MOST).map(Misread::toString).forEach(misread::add);
    json.put("text", followed.text().text());
    json.put("bounds", followed.text().bounds().orElse(null));
  }

  private static Set<Edge> edges(WorkflowGraph graph) {
    return new LinkedHashSet<>(graph.edges());
  }

  private static void node(ObjectNode json, Node node) {
    json.put("id", node.id()).put("label", node.label()).put("kind", word(node.kind()));
    json.put("expensive", node.expensive());
  }

  private static void edge(ObjectNode json, Edge edge) {
    json.put("from", edge.from()).put("to", edge.to()).put("kind", word(edge.kind()));
    json.put("condition", edge.condition()).put("counter", edge.counter().orElse(null));
    json.put("guard", edge.guard().map(Object::toString).orElse(null));
  }

  private static void finding(ObjectNode json, GraphFinding finding, Optional<Set<Edge>> before) {
    json.put("kind", word(finding.kind())).put("error", finding.kind().isError());
    json.set("cycle", OutputJson.texts(finding.cycle()));
    ways(json.putArray("change"), finding.change());
    json.put("line", finding.line()).put("reason", finding.reason());
    ArrayNode remedies = json.putArray("remedies");
    finding.remedies().forEach(remedy -> remedy(remedies.addObject(), remedy, before));
  }

  private static void ways(ArrayNode json, List<Way> ways) {
    ways.forEach(way -> json.addObject().put("from", way.from()).put("to", way.to()));
  }

  private static void remedy(ObjectNode json, Remedy remedy, Optional<Set<Edge>> before) {
    json.put("kind", word(remedy.kind())).put("recommended", remedy.recommended());
    json.put("change", remedy.change()).put("price", remedy.price());
    if (before.isEmpty()) {
      json.putNull("removed").putNull("added");
      return;
    }
    Set<Edge> after = edges(remedy.graph());
    ArrayNode removed = json.putArray("removed");
    before.get().stream()
        .filter(edge -> !after.contains(edge))
        .forEach(edge -> edge(removed.addObject(), edge));
    ArrayNode added = json.putArray("added");
    after.stream()
        .filter(edge -> !before.get().contains(edge))
        .forEach(edge -> edge(added.addObject(), edge));
  }

  private static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
