package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that walks the loop of a graph is reported, whatever its format; another one is not. */
class FollowedFormatsTest {

  private static final String WORKFLOW = "followed";
  private static final int ROUNDS = 4;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "graph-formats/poll-job.n8n.json | Every morning | Ask for state, Ready?, Wait a minute |"
            + " Report",
        "graph-formats/build.dot | start, Make a plan | code, Run tests, Green?",
        "graph-formats/build.dot | start, plan | code, run tests, ok",
        "graph-formats/order.state.mmd | Received | Packing, Labelled, OnTheWay, asked",
        "graph-formats/poll.asl.yaml | Begin | Ask, Done?, Wait",
        "graphs/tutorials/09-order.bpmn | Hungry, Choose a pizza, Order it | Arrived?, Ask where it"
            + " is",
        "graph-formats/team.flowise.json | Start | Agent, Loop",
        "graphs/tutorials/01-react-agent.langgraph.json | __start__ | assistant, toolbox",
        "graphs/tutorials/08-crew-flow.md | outline | draft, review",
      })
  void runThatWalksTheLoopIsReported(String file, String before, String loop) throws IOException {
    // Given
    EngineScenario story = on(file);
    TaskScript<Outputs> task = story.task("T1").inWorkflow(WORKFLOW);
    task.starts("go");
    List<String> walk = new ArrayList<>(split(before));
    for (int round = 0; round < ROUNDS; round++) {
      walk.addAll(split(loop));
    }
    walk.add(split(loop).get(0));

    // When
    task.followsSteps(walk.toArray(String[]::new));

    // Then
    assertThat(story.published())
        .filteredOn(LoopVerdict.class::isInstance)
        .extracting(verdict -> ((LoopVerdict) verdict).getLoopType())
        .contains(LoopType.UNBOUNDED_RETRY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "graph-formats/poll-job.n8n.json | Every morning, Ask for state, Ready?, Wait a minute, Ask"
            + " for state, Ready?, Report",
        "graph-formats/build.dot | start, Make a plan, code, Run tests, Green?, done, tag, notify",
        "graph-formats/order.state.mmd | Received, Packing, Labelled, OnTheWay, asked",
        "graph-formats/poll.asl.yaml | Begin, Ask, Done?, Wait, Ask, Done?, Finish",
        "graphs/tutorials/09-order.bpmn | Hungry, Choose a pizza, Order it, Arrived?, Ask where it"
            + " is, Arrived?, Full",
        "graphs/tutorials/10-leave-request.bpmn | wish, handle, in, approve, remind, booked",
        "graph-formats/review.flowise.json | Start, Draft, Good?, Again, Draft, Good?, Again,"
            + " Draft, Good?, Reply",
        "graphs/tutorials/01-react-agent.langgraph.json | __start__, assistant, toolbox, assistant,"
            + " __end__",
        "graphs/tutorials/08-crew-flow.md | outline, draft, review, publish",
      })
  void runThatDoesNotIsNotReported(String file, String walk) throws IOException {
    // Given
    EngineScenario story = on(file);
    TaskScript<Outputs> task = story.task("T1").inWorkflow(WORKFLOW);
    task.starts("go");

    // When
    task.followsSteps(split(walk).toArray(String[]::new));

    // Then
    assertThat(story.published()).isEmpty();
  }

  private static List<String> split(String steps) {
    return Arrays.stream(steps.split(",")).map(String::strip).toList();
  }

  private static EngineScenario on(String file) throws IOException {
    String text = Files.readString(Path.of("src/core/test/resources").resolve(file));
    return EngineScenario.under(
        Policies.ofSinglePolicy(Policies.preset("graph")),
        GraphSnapshot.of(List.of(LoadedGraph.read(WORKFLOW, GraphText.of(text)))));
  }
}
