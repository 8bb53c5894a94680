package dev.eddyline.task;

import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.state.TaskState;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The workflow graphs that the engine uses.
 *
 * @param graphSnapshot the graphs in force when an input is processed
 */
record TaskGraphs(Supplier<GraphSnapshot> graphSnapshot) {

  TaskGraphs {
    Objects.requireNonNull(graphSnapshot, "graphSnapshot");
  }

  /** The graph of the event's workflow or, if it names none, of the task's last workflow. */
  Optional<TransitionLookup> findTransitionLookup(AgentEvent event, TaskState state) {
    String workflow = event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
    return graphSnapshot.get().of(workflow).map(LoadedGraph::transitionLookup);
  }
}
