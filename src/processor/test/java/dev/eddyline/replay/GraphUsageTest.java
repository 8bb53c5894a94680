package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.scenario.TaskScript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The summary lines of a replay about its graphs. */
class GraphUsageTest {

  private final GraphUsage graphs =
      new GraphUsage(
          GraphSnapshot.of(
              List.of(LoadedGraph.read("build", GraphText.of("nodes: [a]\nedges: []\n")))));

  private static AgentEvent event(String task, String workflow) {
    AgentEvent event = TaskScript.of(task, it -> it).fails("x");
    event.setWorkflow(workflow);
    return event;
  }

  @Test
  void tasksCheckedAgainstTheGraphAreCounted() {
    // When
    graphs.countTaskOfEvent(event("T1", "build"));
    graphs.countTaskOfEvent(event("T1", "build"));
    graphs.countTaskOfEvent(event("T2", "build"));
    graphs.countTaskOfEvent(event("T3", null));

    // Then
    assertThat(graphs.usageLineOfEachGraph())
        .containsExactly("graph of workflow build: tasks checked against it: 2");
  }

  @Test
  void unusedGraphIsReportedWithTheWorkflowsOfTheEvents() {
    // Given
    graphs.countTaskOfEvent(event("T1", null));
    assertThat(graphs.usageLineOfEachGraph())
        .containsExactly(
            "graph of workflow build: no task checked against it; workflows of the events: none");

    // When
    graphs.countTaskOfEvent(event("T1", "bild"));

    // Then
    assertThat(graphs.usageLineOfEachGraph())
        .containsExactly(
            "graph of workflow build: no task checked against it; workflows of the events: bild");
  }
}
