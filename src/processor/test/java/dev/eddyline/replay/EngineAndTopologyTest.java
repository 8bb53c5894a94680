package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.embedded.InProcessEngine.EventResult;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.DrivenTopology.DrivenResult;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.scenario.EveryPolicy;
import dev.eddyline.task.scenario.HostileEvent;
import dev.eddyline.task.scenario.RandomEvent;
import dev.eddyline.task.scenario.TaskScript;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine without Kafka and the topology give the same outputs, byte by byte. */
class EngineAndTopologyTest {

  private static final long SEED = 20261129;

  private static final Instant BEGIN = Instant.parse("2026-03-01T09:00:00.000123Z");

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("src/processor/test/resources/scenarios"),
          Path.of("src/tools/main/resources/stories"));

  static List<Policy> policies() {
    return EveryPolicy.ALL;
  }

  /** All detectors, the sentence model, and some presets. */
  static List<Policy> somePolicies() {
    return EveryPolicy.ALL.subList(0, 6);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void scenariosAndStories(Policy policy) throws Exception {
    compare(policy, scenarios(), InProcessEngine.NO_CLAMP, number -> InProcessEngine.NO_CLAMP);
  }

  @ParameterizedTest
  @MethodSource("somePolicies")
  void hostileAndRandomEvents_ofTasksBelowOthers(Policy policy) {
    compare(
        policy,
        randomEvents(600, Duration.ofSeconds(10)),
        InProcessEngine.NO_CLAMP,
        number -> InProcessEngine.NO_CLAMP);
  }

  /** State moves from one storage window to the next. */
  @ParameterizedTest
  @MethodSource("somePolicies")
  void recordsHoursApart(Policy policy) {
    Duration step = Duration.ofMinutes(67);
    compare(
        policy,
        randomEvents(200, step),
        BEGIN,
        number -> BEGIN.plus(step.multipliedBy(number)).plusNanos(1_500_000));
  }

  /** Moves that the graph does not have are reported, too. */
  @ParameterizedTest
  @MethodSource("somePolicies")
  void eventsOfAWorkflowWithAGraph(Policy policy) {
    GraphSnapshot graphs =
        GraphSnapshot.of(
            List.of(
                LoadedGraph.read(
                    "loop",
                    GraphText.of(
                        "nodes: [a, b, c]\nedges: [{from: a, to: b}, {from: b, to: c}, {from: c, to: a}]\n"))));
    List<AgentEvent> events = new ArrayList<>();
    Random random = new Random(SEED);
    for (int number = 0; number < 200; number++) {
      TaskScript<Boolean> task =
          TaskScript.of("T" + random.nextInt(2), events::add)
              .inWorkflow("loop")
              .withEventId("e" + number)
              .at(BEGIN.plusSeconds(number));
      task.moves(step(random), step(random));
    }
    compare(policy, graphs, events, InProcessEngine.NO_CLAMP, number -> InProcessEngine.NO_CLAMP);
  }

  private static String step(Random random) {
    return List.of("a", "b", "c", "d").get(random.nextInt(4));
  }

  @Test
  @NeedsSharedData
  @Tag(TestTags.SHARED)
  void recordedRunsAndCases() throws Exception {
    List<AgentEvent> events = ReadEvents.ofFiles(ReadEvents.recordedRuns());
    for (String cases : List.of("ordinary.jsonl", "stuck.jsonl", "reports.jsonl")) {
      events.addAll(ReadEvents.ofCases(SharedData.path(cases)));
    }
    Policy policy = Policies.preset("default");
    compare(policy, events, InProcessEngine.NO_CLAMP, number -> InProcessEngine.NO_CLAMP);
  }

  private static void compare(
      Policy policy, List<AgentEvent> events, Instant now, IntFunction<Instant> times) {
    compare(policy, GraphSnapshot.NONE, events, now, times);
  }

  private static void compare(
      Policy policy,
      GraphSnapshot graphs,
      List<AgentEvent> events,
      Instant now,
      IntFunction<Instant> times) {
    Policies policies = Policies.ofSinglePolicy(policy);
    InProcessEngine engine = new InProcessEngine(policies, graphs, now);
    try (DrivenTopology topology = new DrivenTopology(policies, graphs, now)) {
      for (int number = 0; number < events.size(); number++) {
        AgentEvent event = events.get(number);
        Instant at = times.apply(number);
        EventResult result = engine.processEvent(event, at);
        DrivenResult driven = topology.processEvent(event, at);
        assertThat(
                new DrivenResult(
                    result.outputs().stream().map(DrivenTopology::bytesOf).toList(),
                    result.evaluations(),
                    result.deadLetterReasons()))
            .as("event %d: %s", number, event)
            .isEqualTo(driven);
      }
    }
  }

  private static List<AgentEvent> scenarios() throws IOException, InvalidEventException {
    List<Path> files = new ArrayList<>();
    for (Path folder : FOLDERS) {
      files.addAll(ReadEvents.filesIn(folder));
    }
    return ReadEvents.ofFiles(files);
  }

  /** Events of a few tasks, some of them below another one, in two sessions. */
  private static List<AgentEvent> randomEvents(int count, Duration step) {
    Random random = new Random(SEED);
    HostileEvent hostile = new HostileEvent(SEED);
    RandomEvent usual = new RandomEvent(SEED);
    List<AgentEvent> events = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      int task = random.nextInt(4);
      AgentEvent event =
          random.nextInt(4) == 0
              ? hostile.next("T" + task)
              : usual.next("T" + task, "s" + random.nextInt(2));
      if (event.getEventId().isEmpty()) {
        event.setEventId("e" + number);
      }
      if (random.nextInt(5) > 0) {
        event.setOccurredAt(BEGIN.plus(step.multipliedBy(number)));
      }
      if (task > 1) {
        event.setRootTaskId("T0");
      }
      events.add(event);
    }
    return events;
  }
}
