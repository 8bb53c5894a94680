package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.policy.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each preset on the scenarios: which event gets which verdict, action and target. The expected
 * outputs and their reasons are in {@code scenarios/expected}; they were written by hand from the
 * specification.
 */
class PresetScenariosTest {

  private static final Path SCENARIOS = Path.of("src/processor/test/resources/scenarios");

  static List<String> presets() {
    return Policies.PRESETS;
  }

  @ParameterizedTest
  @MethodSource("presets")
  void presetGivesTheExpectedVerdictForEachEvent(String preset) throws IOException {
    // Given
    List<String> expected =
        Files.readAllLines(SCENARIOS.resolve("expected").resolve(preset + ".txt")).stream()
            .map(line -> line.replaceFirst("\\s*#.*", ""))
            .filter(line -> !line.isBlank())
            .toList();

    // When
    List<String> answered = new ArrayList<>();
    for (Path scenario : scenarios()) {
      for (JsonNode line : ReplayRun.under(preset, scenario).lines()) {
        answered.add(describeVerdict(scenario, line));
      }
    }

    // Then
    assertThat(answered).containsExactlyElementsOf(expected);
  }

  private static List<Path> scenarios() throws IOException {
    try (var files = Files.list(SCENARIOS)) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  private static String describeVerdict(Path scenario, JsonNode line) {
    String where = scenario.getFileName().toString().substring(0, 3) + " " + line.get("event");
    return switch (line.get("kind").asText()) {
      case "verdict" ->
          "%s %s %s %s"
              .formatted(where, text(line, "loopType"), text(line, "action"), target(line));
      case "gate" -> "%s gate %s %s".formatted(where, text(line, "state"), target(line));
      default -> "%s reset from %s".formatted(where, text(line, "previousCount"));
    };
  }

  private static String target(JsonNode line) {
    return line.get("target").isNull() ? "-" : text(line, "target");
  }

  private static String text(JsonNode line, String field) {
    return line.get(field).asText();
  }
}
