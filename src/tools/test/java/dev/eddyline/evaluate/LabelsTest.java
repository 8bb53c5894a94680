package dev.eddyline.evaluate;

import static dev.eddyline.evaluate.LabelledRunFixtures.events;
import static dev.eddyline.evaluate.LabelledRunFixtures.time;
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

class LabelsTest {

  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();
  private final InputProblems problems = new InputProblems(new PrintWriter(printed, true));

  private Labels labels(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("labels.jsonl"), List.of(lines));
    return Labels.read(List.of(file.toString()), problems);
  }

  private static List<LabelledRun> label(Labels labels) {
    return labels.label("set", "run", "set/run", "T1", events("T1", 10));
  }

  private static String receipt(String id, String outcome, String decision, int eventIndex) {
    return """
        {"outcome":"%s","eventId":"%s","taskId":"T1","rootTaskId":"T1","gateId":{"string":"g"},\
        "decision":"%s","occurredAt":%d}"""
        .formatted(outcome, id, decision, time(eventIndex).toEpochMilli());
  }

  @Test
  void labelOfARunHasItsEventsByLine() throws IOException {
    // When
    List<LabelledRun> runs =
        label(
            labels(
                """
                {"trace":"set/run","loop":true,"resolved":false,"label_source":"people",\
                "repetition_line":[7],"in_loop_line":[3]}"""));

    // Then
    RunLabel label = runs.get(0).label();
    assertThat(runs).hasSize(1);
    assertThat(label.source()).isEqualTo("people");
    assertThat(label.loop()).contains(true);
    assertThat(label.successful()).contains(false);
    assertThat(label.loopEvents().orElseThrow()).containsExactly(2, 6);
    assertThat(problems.count()).isZero();
  }

  @Test
  void labelOfARunHasTheSpansOfItsLoopAndTheEventOfTheAlert() throws IOException {
    // When
    RunLabel label =
        label(
                labels(
                    """
                    {"trace":"set/run","loop":true,"onset_line":4,"alert_line":6,"end_line":9,\
                    "more":[[1,2,"cycle"]]}"""))
            .get(0)
            .label();

    // Then
    assertThat(label.spans()).containsExactly(new LoopSpan(3, 8), new LoopSpan(0, 1));
    assertThat(label.wanted()).hasValue(5);
    assertThat(problems.count()).isZero();
  }

  @Test
  void labelMayNameTheTask_andNullIsUnknown() throws IOException {
    // When
    RunLabel label = label(labels("{\"trace\":\"T1\",\"loop\":null}")).get(0).label();

    // Then
    assertThat(label.loop()).isEmpty();
    assertThat(label.loopEvents()).isEmpty();
  }

  @Test
  void labelledLineWithoutAnEventIsAProblem() throws IOException {
    // When
    RunLabel label =
        label(labels("{\"trace\":\"T1\",\"loop\":true,\"repetition_line\":[2,11]}")).get(0).label();

    // Then
    assertThat(label.loopEvents().orElseThrow()).containsExactly(1);
    assertThat(printed.toString()).contains("labels.jsonl:1: ").contains("(up to 10), was 11");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"trace\":\"T1\",\"loop\":\"yes\"} | loop: must be true, false or null",
        "{\"trace\":7,\"loop\":true} | trace: must be a text",
        "{\"trace\":\"T1\",\"repetition_line\":3} | repetition_line: must be an array",
        "{\"trace\":\"T1\",\"in_loop_line\":[0]} | in_loop_line: must be a whole number ≥ 1",
        "{\"trace\":\"T1\",\"onset_line\":3} | onset_line and end_line: must both be there",
        "{\"trace\":\"T1\",\"onset_line\":3,\"end_line\":2} | end_line: must not be before 3",
        "{\"trace\":\"T1\",\"onset_line\":3,\"end_line\":4,\"more\":[5]} | more: must be an array",
        "{\"trace\":\"T1\",\"onset_line\":3,\"end_line\":4,\"more\":{\"onset\":5,\"end\":6}} | more: must be an array",
        "{\"trace\":\"T1\",\"onset_line\":3,\"end_line\":4,\"more\":[{\"onset\":5,\"end\":6}]} | more: must be an array",
        "{\"trace\":\"T1\",\"loop\":true,\"more\":[[5,6]]} | more: has other loops, but onset_line and end_line",
        "{\"loop\":true} | trace, type, or outcome and decision: is required",
        "{\"outcome\":\"MAYBE\",\"decision\":\"APPROVE\"} | outcome: must be ACCEPTED or REFUSED",
        "{\"type\":\"human_intervened\",\"eventId\":\"e\",\"taskId\":\"T1\",\"occurredAt\":1,"
            + "\"decision\":\"fine\"} | decision: must be one of [approve,",
        "{\"type\":\"human_intervened\",\"eventId\":\"e\",\"taskId\":\"T1\",\"occurredAt\":\"now\","
            + "\"decision\":\"approve\"} | occurredAt: must be epoch milliseconds",
        "[1] | must be a JSON object",
        "{secret | must be a JSON object",
      })
  void invalidLineNamesFileLineFieldAndRule(String line, String problem) throws IOException {
    // When
    labels("", line);

    // Then
    assertThat(printed.toString()).contains("labels.jsonl:2: " + problem).doesNotContain("secret");
    assertThat(problems.count()).isEqualTo(1);
  }

  @Test
  void secondLabelOfARunIsAProblem() throws IOException {
    // When
    labels("{\"trace\":\"T1\",\"loop\":true}", "{\"trace\":\"T1\",\"loop\":false}");

    // Then
    assertThat(printed.toString()).contains("labels.jsonl:2: trace: must have one label");
  }

  @Test
  void acceptedDecisionsLabelTheEventsBeforeThem() throws IOException {
    // When
    List<LabelledRun> runs =
        label(
            labels(
                receipt("d2", "ACCEPTED", "FALSE_POSITIVE", 7),
                receipt("d1", "ACCEPTED", "APPROVE", 3),
                receipt("d3", "REFUSED", "REJECT", 8)));

    // Then
    assertThat(runs).extracting(LabelledRun::name).containsExactly("run", "run#2", "run#3");
    assertThat(runs).extracting(run -> run.events().size()).containsExactly(4, 4, 2);
    assertThat(runs)
        .extracting(run -> run.label().loop())
        .containsExactly(Optional.of(true), Optional.of(false), Optional.empty());
  }

  @Test
  void decisionsAsEventsAreLabels_withoutThoseThatAReceiptRefuses() throws IOException {
    // Given
    String approved =
        """
        {"type":"human_intervened","eventId":"d1","taskId":"T1","occurredAt":"%s",\
        "decision":"reject"}"""
            .formatted(time(5));
    String refused = approved.replace("d1", "d2").replace("reject", "false_positive");
    String other = "{\"type\":\"task_started\",\"taskId\":\"T1\"}";

    // When
    List<LabelledRun> runs =
        label(labels(approved, refused, other, receipt("d2", "REFUSED", "FALSE_POSITIVE", 5)));

    // Then
    assertThat(problems.count()).isZero();
    assertThat(runs)
        .extracting(run -> run.label().loop())
        .containsExactly(Optional.of(true), Optional.empty());
  }

  @Test
  void labelsWithoutARunAreCounted() throws IOException {
    // Given
    Labels labels = labels("{\"trace\":\"T1\",\"loop\":true}", "{\"trace\":\"T2\",\"loop\":true}");

    // When
    label(labels);

    // Then
    assertThat(labels.unusedTraces())
        .contains(
            "1 of 2 labels have no run in the events: T2. A label names folder/file or the root task");
  }
}
