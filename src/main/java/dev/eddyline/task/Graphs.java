package dev.eddyline.task;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.RunGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskState;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The workflow graphs that the engine uses.
 *
 * @param newest the graphs in force when an input is processed
 */
record Graphs(Supplier<GraphSnapshot> newest) {

  Graphs {
    Objects.requireNonNull(newest, "newest");
  }

  /** The graph of the event's workflow or, if it names none, of the task's last workflow. */
  Optional<RunGraph> of(AgentEvent event, TaskState state) {
    String workflow = event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
    return newest.get().of(workflow).map(FollowedGraph::run);
  }
}
