package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunReaderTest {

  private static final String EVENT =
      "{\"taskId\":\"%s\",\"agentId\":\"a\",\"type\":\"failure_reported\",\"message\":\"m\"}";

  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();
  private final InputProblems problems = new InputProblems(new PrintWriter(printed, true));

  private List<LabelledRun> readRuns(String file, String... lines) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(lines));
    Labels none = Labels.read(List.of(), problems);
    return RunReader.read(List.of(folder.toString()), none, problems);
  }

  @Test
  void fileWithOneTaskIsARunOfItsFoldersSet() throws IOException {
    // When
    List<LabelledRun> runs =
        readRuns("coders/one.jsonl", EVENT.formatted("T1"), "", EVENT.formatted("T1"));

    // Then
    assertThat(runs).extracting(LabelledRun::set).containsExactly("coders");
    assertThat(runs).extracting(LabelledRun::name).containsExactly("one");
    assertThat(runs.get(0).events()).extracting(RecordedEvent::line).containsExactly(1L, 3L);
  }

  @Test
  void fileWithSeveralTasksIsASetOfItsOwn_andSubtasksBelongToTheirRoot() throws IOException {
    // When
    List<LabelledRun> runs =
        readRuns(
            "exports/june.jsonl",
            EVENT.formatted("T1"),
            EVENT.formatted("T2"),
            EVENT.formatted("T1.1").replace("\"agentId\"", "\"rootTaskId\":\"T1\",\"agentId\""));

    // Then
    assertThat(runs).extracting(LabelledRun::set).containsOnly("june");
    assertThat(runs).extracting(LabelledRun::name).containsExactly("T1", "T2");
    assertThat(runs.get(0).events()).hasSize(2);
  }

  @Test
  void labelsFileInTheFolderIsNoRun() throws IOException {
    // When
    List<LabelledRun> runs = readRuns("coders/labels.jsonl", "{\"trace\":\"x\",\"loop\":true}");

    // Then
    assertThat(runs).isEmpty();
    assertThat(problems.count()).isZero();
  }

  @Test
  void caseHasItsLabelPolicyAndLatestEvent() throws IOException {
    // When
    List<LabelledRun> runs =
        readRuns(
            "sets/cases.jsonl",
            """
            {"id":"c1","label":"loop","latest":2,"policy":"failures","events":[%1$s,%1$s,%1$s]}"""
                .formatted(EVENT.formatted("T1")),
            """
            {"id":"c2","label":"none","latest":null,"events":[%s]}"""
                .formatted(EVENT.formatted("T2")));

    // Then
    assertThat(runs).extracting(LabelledRun::set).containsOnly("cases");
    assertThat(runs).extracting(LabelledRun::name).containsExactly("c1", "c2");
    assertThat(runs.get(0).policy()).contains("failures");
    assertThat(runs.get(0).label().spans()).containsExactly(new LoopSpan(0, 1));
    assertThat(runs.get(0).label().wanted()).isEmpty();
    assertThat(runs.get(0).events())
        .extracting(recorded -> recorded.event().getEventId())
        .doesNotHaveDuplicates();
    assertThat(runs.get(1).label().loop()).isEqualTo(Optional.of(false));
  }

  @Test
  void caseSaysWhereTheLoopIsAndWhetherAGateIsExpected() throws IOException {
    // When
    List<LabelledRun> runs =
        readRuns(
            "sets/cases.jsonl",
            """
            {"id":"c1","label":"loop","stuckFrom":2,"wantedBy":3,"latest":9,"gate":"expected",\
            "events":[%1$s,%1$s,%1$s,%1$s]}"""
                .formatted(EVENT.formatted("T1")));

    // Then
    RunLabel label = runs.get(0).label();
    assertThat(label.spans()).containsExactly(new LoopSpan(1, 3));
    assertThat(label.wanted()).hasValue(2);
    assertThat(label.gate()).contains(GateLabel.EXPECTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"stuckFrom\":3,\"latest\":2 | latest: must not be before 3, where the loop begins, was 2",
        "\"latest\":2,\"wantedBy\":5 | wantedBy: must name lines of the run's events (up to 4)",
        "\"latest\":2,\"gate\":\"maybe\" | gate: must be forbidden, allowed, expected or null",
      })
  void invalidLabelOfACaseIsAProblem(String fields, String problem) throws IOException {
    // When
    readRuns(
        "sets/cases.jsonl",
        "{\"id\":\"c1\",\"label\":\"loop\",%2$s,\"events\":[%1$s,%1$s,%1$s,%1$s]}"
            .formatted(EVENT.formatted("T1"), fields));

    // Then
    assertThat(printed.toString()).contains("cases.jsonl:1: " + problem);
  }

  @Test
  void invalidLinesAreProblems_andTheRestIsRead() throws IOException {
    // When
    List<LabelledRun> runs =
        readRuns(
            "sets/mixed.jsonl",
            "{\"taskId\":\"T1\"}",
            "{\"id\":\"c1\",\"label\":\"maybe\",\"events\":[]}",
            EVENT.formatted("T1"));

    // Then
    assertThat(runs).hasSize(1);
    assertThat(problems.count()).isEqualTo(2);
    assertThat(printed.toString())
        .contains("mixed.jsonl:1: ")
        .contains("mixed.jsonl:2: label: must be loop or none");
  }
}
