package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.Transition;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Requirements of workflow graphs: the job generator's graph before and after its fix. */
class GraphRequirementsTest {

  private static final String WORKFLOW = "job-generator";
  private static final int ROUNDS = 24;

  private static final String BEFORE = text("src/tools/main/resources/stories/graph.yaml");

  /** The counter stops the cycle after this many retries. */
  private static String effective(int max, int limit) {
    return BEFORE
        .replace("{max: 5, misses: [master_creation]}", "{max: %d, effective: true}".formatted(max))
        .replace("recursionLimit: 100", "recursionLimit: " + limit);
  }

  /** Remedy 1: after a retry the definition goes straight to its validation. */
  private static final String AFTER =
      BEFORE
          .replace(
              "  - {from: interface_definition, to: evaluator}",
              "  - {from: interface_definition, to: evaluator, unless: retrying}\n"
                  + "  - {from: interface_definition, to: validation, while: retrying}")
          .replace(
              "  interfaces_defined:",
              "  retrying: {countedOn: [validation -> interface_definition]}\n"
                  + "  interfaces_defined:");

  private static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException unread) {
      throw new AssertionError(unread);
    }
  }

  private static GraphSnapshot graph(String text) {
    return GraphSnapshot.of(List.of(LoadedGraph.read(WORKFLOW, GraphText.of(text))));
  }

  private static EngineScenario on(String graph) {
    return EngineScenario.under(Policies.ofSinglePolicy(Policies.preset("graph")), graph(graph));
  }

  private static TaskScript<Outputs> task(EngineScenario story) {
    return story.task("T1").inWorkflow(WORKFLOW);
  }

  private static void beginning(TaskScript<Outputs> task) {
    task.starts("generate a job");
    task.followsSteps("START", "requirement_analysis", "evaluator", "interface_definition");
  }

  /** One repetition of the loop; the verdicts of its transitions. */
  private static List<LoopVerdict> round(TaskScript<Outputs> task) {
    return Stream.of(
            task.moves("interface_definition", "evaluator"),
            task.moves("evaluator", "master_creation"),
            task.moves("master_creation", "validation"),
            task.moves("validation", "interface_definition"))
        .flatMap(outputs -> outputs.verdicts().stream())
        .toList();
  }

  @Test
  void phenomenon_of24RoundsTheThirdIsFound_notTheRecursionLimit() {
    // Given
    TaskScript<Outputs> task = task(on(BEFORE));
    beginning(task);

    // When
    List<List<LoopVerdict>> rounds = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      rounds.add(round(task));
    }

    // Then
    assertThat(rounds.subList(0, 2)).allMatch(List::isEmpty);
    LoopVerdict third = rounds.get(2).get(0);
    assertThat(rounds.get(2)).hasSize(1);
    assertThat(third.getLoopType()).isEqualTo(LoopType.UNBOUNDED_RETRY);
    assertThat(third.getAttempts()).isEqualTo(3);
    assertThat(third.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(third.getText())
        .contains("the edge to change is interface_definition→evaluator", "have that edge changed");
    assertThat(rounds.get(3).get(0).getTarget()).isEqualTo(Target.USER);
    assertThat(rounds.get(3).get(0).getLoopId()).isEqualTo(third.getLoopId());
  }

  @Test
  void remedy1_theSameRetriesOnTheMendedGraphAreNone() {
    // Given
    EngineScenario story = on(AFTER);
    TaskScript<Outputs> task = task(story);
    beginning(task);
    task.followsSteps("interface_definition", "evaluator", "master_creation", "validation");

    // When
    for (int retry = 1; retry <= 5; retry++) {
      task.followsSteps("validation", "interface_definition", "validation");
    }
    task.followsSteps("validation", "END");

    // Then
    assertThat(story.published()).isEmpty();
  }

  @Test
  void retryCountAsIntended_aCounterThatStopsInTimeIsNotALoop() {
    // Given
    EngineScenario story = on(effective(5, 100));
    TaskScript<Outputs> task = task(story);
    beginning(task);

    // When
    for (int round = 1; round <= 5; round++) {
      round(task);
    }

    // Then
    assertThat(story.published()).isEmpty();
  }

  @Test
  void recursionLimit_strikingBeforeAnEffectiveCounterIsFoundAtTheFirstRetry_withTheStep() {
    // Given: 3 steps, 3 more to the first validation, then 5 retries of 4 steps: 26 and not 25
    TaskScript<Outputs> task = task(on(effective(5, 25)));
    beginning(task);

    // When
    List<LoopVerdict> first = round(task);

    // Then
    assertThat(first).hasSize(1);
    assertThat(first.get(0).getReason())
        .contains("stopped by retry_count (5) only at step 26", "(25) strikes before, at step 26");
    assertThat(first.get(0).getMeasured()).isEqualTo(26);
    assertThat(first.get(0).getLimit()).isEqualTo(25);
  }

  @Test
  void recursionLimit_oneStepHigherAndTheCounterStopsInTime() {
    // Given
    EngineScenario story = on(effective(5, 26));
    TaskScript<Outputs> task = task(story);
    beginning(task);

    // When
    for (int round = 1; round <= 5; round++) {
      round(task);
    }

    // Then
    assertThat(story.published()).isEmpty();
  }

  @Test
  void aGraphThatIsDeletedWhileATaskRunsIsFollowedNoLonger() {
    // Given
    EngineScenario story = on(BEFORE);
    TaskScript<Outputs> task = task(story);
    beginning(task);
    round(task);
    round(task);

    // When
    story.replaceWorkflowGraphs(GraphSnapshot.NONE);
    List<LoopVerdict> third = round(task);

    // Then
    assertThat(third).isEmpty();
  }

  @Test
  void aGraphThatIsReplacedWhileATaskRunsDecidesFromThenOn() {
    // Given
    EngineScenario story = on(BEFORE);
    TaskScript<Outputs> task = task(story);
    beginning(task);
    round(task);
    round(task);

    // When
    PublishedGraph newer = PublishedGraph.of(WORKFLOW, 7, GraphText.of(effective(5, 100)));
    story.replaceWorkflowGraphs(graph(BEFORE).withChanges(List.of(newer)));
    List<LoopVerdict> third = round(task);

    // Then
    assertThat(third).isEmpty();
  }

  @Test
  void aTaskOfAWorkflowWithoutAGraph_orOfNone_isNotFollowed() {
    // Given
    EngineScenario story = on(BEFORE);
    TaskScript<Outputs> other = story.task("T2").inWorkflow("another");
    TaskScript<Outputs> none = story.task("T3");

    // When
    for (int round = 1; round <= ROUNDS; round++) {
      round(other);
      round(none);
    }

    // Then
    assertThat(story.published()).isEmpty();
  }

  @Test
  void stepsOutsideTheGraphAreNotALoop_andAreReportedInReplies() {
    // Given
    TaskScript<Outputs> task = task(on(BEFORE)).requestingReply();
    task.followsSteps("START", "improvise", "START", "improvise", "START", "improvise", "START");

    // When
    LoopVerdict answer = task.moves("START", "improvise").verdict();

    // Then
    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getReason())
        .isEqualTo("The transition START→improvise is not on the graph of the workflow");
  }

  @Test
  void aRetryThatIsProposedIsAnsweredAndNotRecorded() {
    // Given
    TaskScript<Outputs> task = task(on(BEFORE));
    beginning(task);
    round(task);
    round(task);
    task.followsSteps("interface_definition", "evaluator", "master_creation", "validation");
    Transition proposed = new Transition("validation", "interface_definition", "retry", true);

    // When
    LoopVerdict firstReply = task.publishesBody(proposed).verdict();
    LoopVerdict secondReply = task.publishesBody(proposed).verdict();

    // Then
    assertThat(firstReply.getLoopType()).isEqualTo(LoopType.UNBOUNDED_RETRY);
    assertThat(secondReply.getOccurrences()).isEqualTo(firstReply.getOccurrences());
  }

  @Test
  void underTheDefaultPolicyAgentAndToolsWithProgressAreNotALoop() {
    // Given
    String agent =
        """
        name: job-generator
        nodes: [agent, tools]
        edges:
          - {from: START, to: agent}
          - {from: agent, to: tools, when: calls}
          - {from: tools, to: agent}
          - {from: agent, to: END, default: true}
        """;
    EngineScenario story =
        EngineScenario.under(Policies.ofSinglePolicy(Policies.preset("default")), graph(agent));
    TaskScript<Outputs> task = task(story);
    task.followsSteps("START", "agent");

    // When
    for (int call = 1; call <= 12; call++) {
      task.moves("agent", "tools");
      task.calls("c" + call, "read", "{\"file\":\"src/Part%d.java\"}".formatted(call));
      String read = "class Part%d does the work of number %d, all by itself".formatted(call, call);
      task.returns("c" + call, "read", read);
      task.moves("tools", "agent");
    }

    // Then
    assertThat(story.published()).isEmpty();
  }
}
