package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import dev.eddyline.embedded.InProcessEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recorded runs of real agents. */
@NeedsSharedData
@Tag(TestTags.SHARED)
class RealRunsReplayTest {

  private static final Set<String> HINTS = Set.of("retry_with_hint", "continue", "wait_and_retry");

  /** Whether it is a verdict with a stronger action than a hint, or a gate. */
  private static boolean saysMoreThanAHint(JsonNode line) {
    return line.path("kind").asText().equals("gate")
        || line.path("kind").asText().equals("verdict")
            && !HINTS.contains(line.path("action").asText());
  }

  /** Whether it is a verdict about a loop. */
  private static boolean isLoop(JsonNode line) {
    return line.path("kind").asText().equals("verdict")
        && !line.path("loopType").asText().equals("external_fault");
  }

  private static List<String> sets;
  private static ReplayRun whole;
  private static LabelledRuns labelled;

  @BeforeAll
  static void replayAllRuns() throws IOException {
    Path runs = SharedData.path("traces");
    try (Stream<Path> found = Files.list(runs)) {
      sets = found.filter(Files::isDirectory).map(Path::toString).sorted().toList();
    }
    List<String> files = InputFiles.expand(sets);
    whole = ReplayRun.of(InProcessEngine.NO_CLAMP, files);
    labelled = LabelledRuns.of(runs, files);
  }

  @Test
  void everyEventIsProcessed_andNoStoreDropsRecords() {
    // When
    ReplaySummary summary = whole.summary();

    // Then
    assertThat(summary.events()).isEqualTo(14_637);
    assertThat(summary.rejectedCount()).isZero();
    assertThat(whole.problems()).isEmpty();
  }

  @Test
  void runReplayedAloneHasTheSameOutputsAsInTheWholeSet() throws IOException {
    // Given
    List<String> files = InputFiles.expand(sets);

    // When
    Map<String, List<JsonNode>> alone = new TreeMap<>();
    for (String file : files) {
      alone.putAll(OutputsByTask.of(ReplayRun.of(InProcessEngine.NO_CLAMP, List.of(file))));
    }

    // Then
    assertThat(files).hasSize(329);
    assertThat(alone).isEqualTo(OutputsByTask.of(whole));
  }

  @Test
  void reversedSetOrderGivesEveryTaskTheSameOutputs() throws IOException {
    // Given
    List<String> reverse = new ArrayList<>(sets);
    Collections.reverse(reverse);

    // When
    ReplayRun played = ReplayRun.of(InProcessEngine.NO_CLAMP, InputFiles.expand(reverse));

    // Then
    assertThat(OutputsByTask.of(played)).isEqualTo(OutputsByTask.of(whole));
  }

  @Test
  void atMostTwoSuccessfulRunsGetMoreThanAHint() {
    // When
    Set<String> runs =
        labelled.tasksWithMatchingOutput(
            RealRunsReplayTest::saysMoreThanAHint, labelled.successful(), whole);

    // Then
    assertThat(labelled.successful()).hasSize(60);
    assertThat(runs).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void atMostTenSuccessfulRunsHaveALoop() {
    // When
    Set<String> runs =
        labelled.tasksWithMatchingOutput(RealRunsReplayTest::isLoop, labelled.successful(), whole);

    // Then
    assertThat(runs).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void sevenOfEightLabelledLoopsAreFoundWithOneFalseAlarmAtMost() {
    // Given
    Set<String> looping = labelled.tasksLabelledAsLooping(true);
    Set<String> free = labelled.tasksLabelledAsLooping(false);

    // When
    Set<String> found =
        labelled.tasksWithMatchingOutput(RealRunsReplayTest::isLoop, looping, whole);
    Set<String> falseAlarms =
        labelled.tasksWithMatchingOutput(RealRunsReplayTest::isLoop, free, whole);

    // Then
    assertThat(looping).hasSize(8);
    assertThat(free).hasSize(34);
    assertThat(found).hasSizeGreaterThanOrEqualTo(7);
    assertThat(falseAlarms).hasSizeLessThanOrEqualTo(1);
  }
}
