package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.reference.GraphFollower;
import dev.eddyline.reference.ReferenceHistory;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.Map;

/** The graphs on which this processor follows tasks, and what is wrong with them. */
final class GraphPages implements Pages {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final GraphFollower graphs;

  GraphPages(GraphFollower graphs) {
    this.graphs = graphs;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.GRAPHS.serve(config, this::graphs);
    Route.GRAPH.serve(config, this::graph);
  }

  private void graphs(Context http) {
    GraphSnapshot now = graphs.current();
    ObjectNode json = NODES.objectNode();
    ArrayNode items = json.putArray("items");
    TaskScope scope = Caller.of(http).scope();
    for (Map.Entry<String, FollowedGraph> entry : now.inForce().entrySet()) {
      if (scope.coversWorkflow(entry.getKey())) {
        items.add(line(entry.getKey(), entry.getValue(), now));
      }
    }
    ArrayNode refused = json.putArray("refused");
    for (ReferenceHistory.Refused one : graphs.history().refused()) {
      if (!scope.coversWorkflow(one.workflow())) {
        continue;
      }
      refused
          .addObject()
          .put("at", one.at())
          .put("workflow", one.workflow())
          .put("error", one.error());
    }
    new Params(http).answer(json);
  }

  private void graph(Context http) {
    String workflow = new Params(http).required("workflow");
    GraphSnapshot now = graphs.current();
    FollowedGraph graph =
        now.of(workflow)
            .filter(it -> Caller.of(http).scope().coversWorkflow(workflow))
            .orElseThrow(() -> ApiException.of(404, "the workflow has no graph"));
    ObjectNode json = line(workflow, graph, now);
    GraphJson.addTo(json, graph);
    new Params(http).answer(json);
  }

  private ObjectNode line(String workflow, FollowedGraph graph, GraphSnapshot now) {
    PublishedGraph newest = now.published().get(workflow);
    boolean isPublished = newest != null && newest.graph().isPresent();
    ObjectNode json = NODES.objectNode().put("workflow", workflow);
    json.put("version", graph.version());
    json.put("source", isPublished ? "topic" : "settings");
    json.put("since", isPublished ? graphs.history().since(workflow).orElse(null) : null);
    graph
        .graph()
        .recursionLimit()
        .ifPresentOrElse(
            limit -> json.put("recursionLimit", limit), () -> json.putNull("recursionLimit"));
    json.put("nodeCount", graph.graph().nodes().size())
        .put("edgeCount", graph.graph().edges().size());
    GraphJson.addCounts(json, graph);
    return json;
  }
}
