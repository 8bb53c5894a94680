package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import org.junit.jupiter.api.Test;

/** Checks whose results are not known, with work in between, where such calls count. */
class UnknownResultsTest {

  private final TaskScript<Outputs> task =
      EngineScenario.underYaml("repeated_action: {enabled: true, missingOutcome: counts}")
          .task("T");

  @Test
  void acknowledgedWorkBetweenChecksWithoutResultsIsALoop() {
    int verdicts = 0;
    for (int round = 0; round < 8; round++) {
      verdicts += task.calls("e" + round, "edit", "file " + round).verdicts().size();
      verdicts += task.returns("e" + round, "edit", "ok").verdicts().size();
      verdicts += task.calls("c" + round, "check", "all").verdicts().size();
    }

    assertThat(verdicts).isPositive();
  }
}
