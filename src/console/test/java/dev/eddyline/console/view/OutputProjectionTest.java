package dev.eddyline.console.view;

import static dev.eddyline.console.ReplayedOutputs.START;
import static dev.eddyline.console.ReplayedOutputs.decision;
import static dev.eddyline.console.ReplayedOutputs.failures;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The projection of published outputs. */
class OutputProjectionTest extends OutputProjectionTestBase {

  private static List<String> withLastLine(List<String> lines, String last) {
    List<String> all = new ArrayList<>(lines);
    all.add(last);
    return all;
  }

  @Test
  void taskIsLoopingUntilReset() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(
            withLastLine(
                failures("t", 2),
                "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\"}"));

    // When
    applyAll(outputs.subList(0, 1));
    TaskProjection.State looping = projection.task("t").state(NOW);
    int loops = projection.task("t").loopCount();
    applyAll(outputs.subList(1, outputs.size()));

    // Then
    assertThat(looping).isEqualTo(TaskProjection.State.LOOPING);
    assertThat(loops).isEqualTo(1);
    assertThat(projection.task("t").state(NOW)).isEqualTo(TaskProjection.State.COMPLETED);
    assertThat(projection.task("t").loopCount()).isZero();
  }

  @Test
  void taskIsCompletedUntilNewerVerdictOrReset() {
    // Given
    String completion =
        "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\",\"replyRequested\":true}";
    List<String> lines = withLastLine(failures("t", 1), completion);
    lines.addAll(failures("t", 2));
    List<SpecificRecord> outputs = ReplayedOutputs.replayEventLines(lines);

    // When: the reset, and the reply to the same event
    applyAll(outputs.subList(0, 2));
    TaskProjection.State completed = projection.task("t").state(NOW);
    applyAll(outputs.subList(2, outputs.size()));

    // Then
    assertThat(completed).isEqualTo(TaskProjection.State.COMPLETED);
    assertThat(projection.task("t").state(NOW)).isEqualTo(TaskProjection.State.LOOPING);
  }

  @Test
  void openGateBlocksTaskUntilDecision() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(withLastLine(failures("t", 3), decision("t", "approve")));
    int closing = outputs.size() - 2;

    // When
    applyAll(outputs.subList(0, closing));
    JsonNode overviewWithOpenGate = overview();
    applyAll(outputs.subList(closing, outputs.size()));
    JsonNode freed = overview();

    // Then
    assertThat(overviewWithOpenGate.at("/tasks/held").intValue()).isEqualTo(1);
    assertThat(overviewWithOpenGate.at("/gates/open").intValue()).isEqualTo(1);
    assertThat(freed.at("/tasks/held").intValue()).isZero();
    assertThat(freed.at("/gates/open").intValue()).isZero();
    assertThat(freed.at("/decisions/count").intValue()).isEqualTo(1);
  }

  @Test
  void rejectedTaskIsRejectedAndFalsePositiveIsCounted() {
    // When
    applyAll(
        ReplayedOutputs.replayEventLines(
            withLastLine(failures("no", 3), decision("no", "reject"))));
    applyAll(
        ReplayedOutputs.replayEventLines(
            withLastLine(failures("wrong", 3), decision("wrong", "false_positive"))));

    // Then
    assertThat(projection.task("no").state(NOW)).isEqualTo(TaskProjection.State.REJECTED);
    assertThat(overview().at("/byType/0/falsePositives").intValue()).isEqualTo(1);
    assertThat(overview().at("/decisions/falsePositives").intValue()).isEqualTo(1);
  }

  @Test
  void closesGateDespiteClockSkew() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(withLastLine(failures("t", 3), decision("t", "approve")));
    outputs.stream()
        .filter(it -> it instanceof GateTrigger gate && gate.getState() == GateState.CLOSED)
        .forEach(it -> ReplayedOutputs.withDecisionTime(it, START.minusSeconds(60)));

    // When
    applyAll(outputs);

    // Then
    assertThat(projection.openGates()).isEmpty();
    assertThat(projection.closedGates()).hasSize(1);
  }

  @Test
  void resetsTaskDespiteClockSkew() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(
            withLastLine(
                failures("t", 2),
                "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\"}"));
    ReplayedOutputs.withDecisionTime(outputs.get(outputs.size() - 1), START.minusSeconds(60));

    // When
    applyAll(outputs);

    // Then
    assertThat(projection.task("t").loopCount()).isZero();
    assertThat(projection.task("t").state(NOW)).isEqualTo(TaskProjection.State.COMPLETED);
  }

  @Test
  void evictsTasksAndClosedGatesOverSizeLimit() {
    // Given
    OutputProjection small = new OutputProjection(1_000, 30_000, 10_000);

    // When
    for (int task = 0; task < 200; task++) {
      ReplayedOutputs.replayEventLines(
              withLastLine(failures("t" + task, 3), decision("t" + task, "approve")))
          .forEach(output -> small.applyOutput(OutputEntry.of(output)));
    }

    // Then
    assertThat(small.tasks().stream().mapToInt(TaskProjection::size).sum())
        .isBetween(10_000, 30_000 + 30_000 / 16);
    assertThat(small.closedGates().stream().mapToInt(GateProjection::size).sum())
        .isBetween(3_000, 10_000);
    assertThat(small.task("t199")).isNotNull();
    assertThat(small.task("t0")).isNull();
  }

  @Test
  void evictsOnlyTasksWithoutOpenGate() {
    // Given
    OutputProjection small = new OutputProjection(10, Long.MAX_VALUE, Long.MAX_VALUE);
    List<SpecificRecord> outputs =
        new ArrayList<>(ReplayedOutputs.replayEventLines(failures("held", 3)));
    for (int task = 0; task < 30; task++) {
      outputs.addAll(ReplayedOutputs.replayEventLines(failures("t" + task, 2)));
    }

    // When
    outputs.forEach(output -> small.applyOutput(OutputEntry.of(output)));

    // Then
    assertThat(small.tasks()).hasSize(10);
    assertThat(small.task("held")).isNotNull();
    assertThat(small.task("t29")).isNotNull();
    assertThat(small.task("t0")).isNull();
    assertThat(small.openGates()).hasSize(1);
  }

  @Test
  void bufferKeepsNewestOutputs() {
    // Given
    List<OutputEntry> all =
        ReplayedOutputs.replayEventLines(failures("t", 30)).stream().map(OutputEntry::of).toList();
    List<OutputEntry> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(7));
    List<OutputEntry> dropped = new ArrayList<>();
    OutputBuffer ring = new OutputBuffer(5, Long.MAX_VALUE, dropped::add);

    // When
    shuffled.forEach(ring::add);

    // Then
    List<OutputEntry> newest = new ArrayList<>(all.subList(all.size() - 5, all.size()));
    Collections.reverse(newest);
    assertThat(ring.newest(10)).isEqualTo(newest);
    assertThat(dropped).hasSize(all.size() - 5);
  }
}
