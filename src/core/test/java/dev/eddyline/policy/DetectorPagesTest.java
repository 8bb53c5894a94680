package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the reference pages of detectors and policy keys against the code. */
class DetectorPagesTest {

  @Test
  @Tag(TestTags.DOCS)
  void detectorsAreUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "detectors.md"), DetectorPages.detectors());
  }

  @Test
  @Tag(TestTags.DOCS)
  void policyKeysAreUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "policy-keys.md"), DetectorPages.policyKeys());
  }

  @Test
  void everyDetectorIsListedWithItsKeys() {
    String page = DetectorPages.detectors() + DetectorPages.policyKeys();

    for (Detector<?, ?> detector : Detectors.ALL) {
      assertThat(page).contains("| `" + detector.key() + "` | `", "| `" + detector.key() + ".");
    }
  }

  @Test
  void aDetectorThatReadsCostsNamesThem() {
    assertThat(DetectorPages.detectors())
        .contains(
            "| `budget_exceeded` | `budget_exceeded` | any event with `tokens` or `costUsd` |");
  }

  @Test
  void aValueThatAPresetChangesIsListedWithIt() {
    assertThat(DetectorPages.policyKeys())
        .contains(
            "| `task_attempts.maxAttempts` | number of newest attempts that are compared and make a"
                + " loop | `3` | 2 to 10 | conservative `5`, aggressive `2` |");
  }

  @Test
  void keysOutsideDetectorsAreListed() {
    String page = DetectorPages.policyKeys();

    assertThat(
            List.of(
                "name",
                "workflow",
                "enabled",
                "mode",
                "gate.loops",
                "gate.window",
                "masking.classes",
                "actions.default",
                "actions.forceNextAfter",
                "steps",
                "complexity",
                "evidence.secrets",
                "forgetAfter",
                "longestWait",
                "mutes"))
        .allSatisfy(key -> assertThat(page).contains("\n| `" + key + "` | "));
    assertThat(page)
        .contains("| `actions.iteration_limit` | null: escalate to user | `null` |")
        .contains("judge-worker `abort`");
  }

  @Test
  void inputsOfDetectorsAreListed() {
    assertThat(DetectorPages.detectors())
        .contains("| `identical_failure` | `tool_returned`, `failure_reported` | detects failures")
        .contains("| `task_attempted` | detects tasks")
        .contains("| all but `waiting_started`, `waiting_ended` |")
        .contains(
            "| `progress_reported`, and texts with test counts such as `3 failed, 90 passed` |");
  }

  @Test
  void actionsAreListed_alsoForRepeatedLoops() {
    assertThat(DetectorPages.detectors())
        .contains("| `identical_failure` | retry_with_hint |  | escalate to user |")
        .contains("| `similar_response` | retry_with_hint | escalate to user |  |")
        .contains("| `oscillating_cycle` | escalate to planner | escalate to user |  |")
        .contains("| `no_progress_repeat` | escalate to user |  | force_next |")
        .contains("| `external_fault` | wait_and_retry |  | escalate to user |")
        .contains("planner → escalate to leader", "user → abort");
  }
}
