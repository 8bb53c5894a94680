package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.TestTags;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.embedded.LoopGuard;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.scenario.EveryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A guard in one process gives the verdicts that a replay prints for the same events. */
class LoopGuardReplayTest {

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("src/processor/test/resources/scenarios"),
          Path.of("src/tools/main/resources/stories"));

  static List<Policy> policies() {
    return EveryPolicy.ALL;
  }

  @ParameterizedTest
  @MethodSource("policies")
  void scenariosAndStories(Policy policy) throws Exception {
    List<Path> files = new ArrayList<>();
    for (Path folder : FOLDERS) {
      files.addAll(ReadEvents.filesIn(folder));
    }
    assertSameVerdicts(policy, files);
  }

  @Test
  @NeedsSharedData
  @Tag(TestTags.SHARED)
  void recordedRuns() throws Exception {
    assertSameVerdicts(Policies.preset("default"), ReadEvents.recordedRuns());
  }

  private static void assertSameVerdicts(Policy policy, List<Path> files)
      throws IOException, InvalidEventException {
    List<String> replayed =
        ReplayRun.of(
                Policies.ofSinglePolicy(policy),
                InProcessEngine.NO_CLAMP,
                files.stream().map(Path::toString).toList())
            .out()
            .lines()
            .filter(line -> line.contains("\"kind\":\"verdict\""))
            .map(line -> line.replaceAll("\"event\":\\d+", "\"event\":0"))
            .toList();
    assertThat(verdicts(policy, ReadEvents.ofFiles(files))).isNotEmpty().isEqualTo(replayed);
  }

  /** The verdicts as a replay prints them, with 0 in place of the numbers of lines. */
  private static List<String> verdicts(Policy policy, List<AgentEvent> events) {
    OutputWriter writer = new OutputWriter((topic, offset) -> 0, InProcessEngine.eventsTopic());
    LoopGuard guard = LoopGuard.of(policy);
    List<String> verdicts = new ArrayList<>();
    for (AgentEvent event : events) {
      try {
        guard.observe(event).forEach(verdict -> verdicts.add(writer.write(verdict)));
      } catch (BadInputException refused) {
        // a replay reports it, and goes on
      }
    }
    return verdicts;
  }
}
