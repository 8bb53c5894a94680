package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Recorded runs of real agents, where they lie beside the project. */
class RealRunsReplayTest {

  private static final Path RUNS = Path.of("..", "shared", "traces");

  private static List<String> sets;
  private static Played whole;

  @BeforeAll
  static void playThemAll() throws IOException {
    assumeTrue(Files.isDirectory(RUNS), "no recorded runs beside the project");
    try (Stream<Path> found = Files.list(RUNS)) {
      sets = found.filter(Files::isDirectory).map(Path::toString).sorted().toList();
    }
    whole = Played.of(InProcess.NO_CLAMP, InputFiles.expand(sets));
  }

  @Test
  void everyEventIsTakenAndNoStoreDropsAny() {
    // When
    ReplaySummary summary = whole.summary();

    // Then
    assertThat(summary.events()).isEqualTo(14_637);
    assertThat(summary.refusals()).isZero();
    assertThat(summary.droppedByStores()).isZero();
    assertThat(whole.problems()).isEmpty();
  }

  @Test
  void everyRunGivesAloneWhatItGivesAmongTheOthers() throws IOException {
    // Given
    List<String> files = InputFiles.expand(sets);

    // When
    Map<String, List<JsonNode>> alone = new TreeMap<>();
    for (String file : files) {
      alone.putAll(ByTask.of(Played.of(InProcess.NO_CLAMP, List.of(file))));
    }

    // Then
    assertThat(files).hasSize(329);
    assertThat(alone).isEqualTo(ByTask.of(whole));
  }

  @Test
  void theSetsInReverseGiveEveryTaskTheSame() throws IOException {
    // Given
    List<String> reverse = new ArrayList<>(sets);
    Collections.reverse(reverse);

    // When
    Played played = Played.of(InProcess.NO_CLAMP, InputFiles.expand(reverse));

    // Then
    assertThat(ByTask.of(played)).isEqualTo(ByTask.of(whole));
  }
}
