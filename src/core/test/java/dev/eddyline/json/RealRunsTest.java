package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recorded runs of real agents. */
@NeedsSharedData
@Tag(TestTags.SHARED)
class RealRunsTest {

  private static Path runs;

  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final EventWriter writer = new EventWriter();

  @BeforeAll
  static void runsAreThere() {
    runs = SharedData.path("traces");
  }

  @Test
  void everyLineRoundTripsUnchanged() throws IOException, InvalidEventException {
    // Given
    int lines = 0;
    for (Path file : files()) {
      for (String line : Files.readAllLines(file)) {
        lines++;
        defaults.setNextLinePosition(file.toString(), lines);

        // When
        ParsedEvents read = reader.read(line);

        // Then
        assertThat(read.ignored()).isEmpty();
        assertThat(reader.read(writer.write(read.event())).event()).isEqualTo(read.event());
      }
    }
    assertThat(lines).isEqualTo(14_637);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(runs, 2)) {
      return found
          .filter(file -> file.getNameCount() == runs.getNameCount() + 2)
          .filter(file -> file.toString().endsWith(".jsonl"))
          .sorted()
          .toList();
    }
  }
}
