package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds detectors.md to the code. */
class RuleTableTest {

  @Test
  void theFileIsWhatTheCodeWrites(@TempDir Path folder) throws IOException {
    // When
    RuleTable.main(new String[] {folder.toString()});

    // Then
    Path file = Path.of("topology", "detectors.md");
    assertThat(file)
        .as("%s is not what the code says; write it anew with%n%n  %s%n%n", file, RuleTable.COMMAND)
        .exists()
        .hasSameTextualContentAs(folder.resolve("detectors.md"));
  }

  @Test
  void everyRuleIsThereWithItsKeys() {
    String page = RuleTable.text();

    for (Detector<?, ?> detector : Detectors.ALL) {
      assertThat(page).contains("| `" + detector.key() + "` | `", "| `" + detector.key() + ".");
    }
  }

  @Test
  void aValueThatAPresetChangesIsToldWithIt() {
    assertThat(RuleTable.text())
        .contains(
            "| `task_attempts.maxAttempts` | `3` | 2 to 10 | conservative `5`, aggressive `2` |");
  }
}
