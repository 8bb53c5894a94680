package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.DrivenTopology.DrivenResult;
import dev.eddyline.replay.InProcessEngine.EventResult;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.scenario.EveryPolicy;
import dev.eddyline.task.scenario.HostileEvent;
import dev.eddyline.task.scenario.RandomEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
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

  private static void compare(
      Policy policy, List<AgentEvent> events, Instant now, IntFunction<Instant> times) {
    Policies policies = Policies.ofSinglePolicy(policy);
    InProcessEngine engine = new InProcessEngine(policies, now);
    try (DrivenTopology topology = new DrivenTopology(policies, now)) {
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
    List<AgentEvent> events = new ArrayList<>();
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    for (Path folder : FOLDERS) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList()) {
          long line = 0;
          for (String text : Files.readAllLines(file)) {
            defaults.setNextLinePosition(file.toString(), ++line);
            events.addAll(reader.read(text).events());
          }
        }
      }
    }
    return events;
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
