package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.GraphAnswerJson;
import dev.eddyline.console.json.GraphJson;
import dev.eddyline.console.json.GraphSummaryJson;
import dev.eddyline.console.json.GraphsJson;
import dev.eddyline.console.json.RejectedJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.reference.GraphFollower;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;

/** The active workflow graphs, with their findings. */
public final class GraphPages implements Pages {

  private final GraphFollower graphs;

  /** Serves the graphs that this instance follows. */
  public GraphPages(GraphFollower graphs) {
    this.graphs = graphs;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.GRAPHS.serve(config, this::graphs);
    Route.GRAPH.serve(config, this::graph);
  }

  private void graphs(Context http) {
    GraphSnapshot now = graphs.current();
    TaskScope scope = Caller.of(http).scope();
    List<GraphSummaryJson> items =
        now.inForce().entrySet().stream()
            .filter(entry -> scope.coversWorkflow(entry.getKey()))
            .map(entry -> summary(entry.getKey(), entry.getValue(), now))
            .toList();
    List<RejectedJson> refused =
        graphs.history().rejected().stream()
            .filter(one -> scope.coversWorkflow(one.workflow()))
            .map(RejectedJson::of)
            .toList();
    new Params(http).answer(new GraphsJson(items, refused));
  }

  private void graph(Context http) {
    String workflow = new Params(http).require(QueryParams.OF_WORKFLOW);
    GraphSnapshot now = graphs.current();
    LoadedGraph graph =
        now.of(workflow)
            .filter(it -> Caller.of(http).scope().coversWorkflow(workflow))
            .orElseThrow(() -> ApiException.of(404, "the workflow has no graph"));
    new Params(http)
        .answer(new GraphAnswerJson(summary(workflow, graph, now), GraphJson.of(graph)));
  }

  private GraphSummaryJson summary(String workflow, LoadedGraph graph, GraphSnapshot now) {
    return GraphSummaryJson.of(workflow, graph, now, graphs.history());
  }
}
