package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
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
import org.junit.jupiter.api.Test;

/** Recorded runs of real agents. */
@NeedsSharedData
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
  private static Played whole;
  private static LabelledRuns labelled;

  @BeforeAll
  static void playThemAll() throws IOException {
    Path runs = SharedData.path("traces");
    try (Stream<Path> found = Files.list(runs)) {
      sets = found.filter(Files::isDirectory).map(Path::toString).sorted().toList();
    }
    List<String> files = InputFiles.expand(sets);
    whole = Played.of(InProcess.NO_CLAMP, files);
    labelled = LabelledRuns.of(runs, files);
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

  @Test
  void atMostTwoSuccessfulRunsGetMoreThanAHint() {
    // When
    Set<String> runs =
        labelled.where(RealRunsReplayTest::saysMoreThanAHint, labelled.successful(), whole);

    // Then
    assertThat(labelled.successful()).hasSize(60);
    assertThat(runs).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void atMostTenSuccessfulRunsAreSaidToLoopAtAll() {
    // When
    Set<String> runs = labelled.where(RealRunsReplayTest::isLoop, labelled.successful(), whole);

    // Then
    assertThat(runs).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void sevenOfTheEightLoopsThatPeopleSawAreFound_andNoneWherePeopleSawNone() {
    // Given
    Set<String> looping = labelled.seenByPeople(true);
    Set<String> free = labelled.seenByPeople(false);

    // When
    Set<String> found = labelled.where(RealRunsReplayTest::isLoop, looping, whole);
    Set<String> falseAlarms = labelled.where(RealRunsReplayTest::isLoop, free, whole);

    // Then
    assertThat(looping).hasSize(8);
    assertThat(free).hasSize(34);
    assertThat(found).hasSizeGreaterThanOrEqualTo(7);
    assertThat(falseAlarms).isEmpty();
  }
}
