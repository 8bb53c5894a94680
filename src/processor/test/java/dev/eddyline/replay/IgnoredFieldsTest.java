package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unknown fields of events are reported in the summary. */
class IgnoredFieldsTest {

  @TempDir Path folder;

  @Test
  void unknownFieldIsReportedWithASuggestion() {
    // Given
    String typo = "{\"taskId\":\"T1\",\"type\":\"step_started\",\"step\":\"a\",\"propose\":true}";
    Path file = file(folder, "a.jsonl", failure("T1"), typo, typo);

    // When
    String summary = ReplayRun.of(file).summary().toString();

    // Then
    assertThat(summary)
        .endsWith(
            "unknown fields, ignored: propose 2 (first in %s:2; nearest: proposed)"
                .formatted(file));
  }

  @Test
  void firstUnknownFieldsAreListedAndTheOthersCounted() {
    // Given
    String fields =
        IntStream.range(0, 13)
            .mapToObj(number -> "\"unknown-number-%d\":1,".formatted(number))
            .collect(Collectors.joining());
    String line = "{%s\"taskId\":\"T1\",\"type\":\"user_message\",\"text\":\"\"}".formatted(fields);
    Path file = file(folder, "a.jsonl", line, line);

    // When
    String summary = ReplayRun.of(file).summary().toString();

    // Then
    assertThat(summary)
        .contains("unknown-number-9 2 (first in %s:1)".formatted(file))
        .doesNotContain("unknown-number-10")
        .endsWith(", others 6");
  }
}
