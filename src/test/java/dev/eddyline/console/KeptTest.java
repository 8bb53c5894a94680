package dev.eddyline.console;

import static dev.eddyline.console.Played.START;
import static dev.eddyline.console.Played.decision;
import static dev.eddyline.console.Played.failures;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The projection of published outputs. */
class KeptTest extends KeptRig {

  private static List<String> with(List<String> lines, String last) {
    List<String> all = new ArrayList<>(lines);
    all.add(last);
    return all;
  }

  @Test
  void aLoopingTaskLoopsUntilItsReset() {
    // Given
    List<SpecificRecord> outputs =
        Played.of(
            with(
                failures("t", 2),
                "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\"}"));

    // When
    take(outputs.subList(0, 1));
    TaskLine.State looping = kept.task("t").state(NOW);
    int loops = kept.task("t").loopCount();
    take(outputs.subList(1, outputs.size()));

    // Then
    assertThat(looping).isEqualTo(TaskLine.State.LOOPING);
    assertThat(loops).isEqualTo(1);
    assertThat(kept.task("t").state(NOW)).isEqualTo(TaskLine.State.QUIET);
    assertThat(kept.task("t").loopCount()).isZero();
  }

  @Test
  void anOpenGateHoldsItsTask_andADecisionFreesIt() {
    // Given
    List<SpecificRecord> outputs = Played.of(with(failures("t", 3), decision("t", "approve")));
    int closing = outputs.size() - 2;

    // When
    take(outputs.subList(0, closing));
    JsonNode held = overview();
    take(outputs.subList(closing, outputs.size()));
    JsonNode freed = overview();

    // Then
    assertThat(held.at("/tasks/held").intValue()).isEqualTo(1);
    assertThat(held.at("/gates/open").intValue()).isEqualTo(1);
    assertThat(freed.at("/tasks/held").intValue()).isZero();
    assertThat(freed.at("/gates/open").intValue()).isZero();
    assertThat(freed.at("/decisions/count").intValue()).isEqualTo(1);
  }

  @Test
  void aRejectionStays_andAFalsePositiveIsCountedByItsType() {
    // When
    take(Played.of(with(failures("no", 3), decision("no", "reject"))));
    take(Played.of(with(failures("wrong", 3), decision("wrong", "false_positive"))));

    // Then
    assertThat(kept.task("no").state(NOW)).isEqualTo(TaskLine.State.REJECTED);
    assertThat(overview().at("/byType/0/falsePositives").intValue()).isEqualTo(1);
    assertThat(overview().at("/decisions/falsePositives").intValue()).isEqualTo(1);
  }

  @Test
  void aGateIsClosedAlsoByAClockThatIsBehind() {
    // Given
    List<SpecificRecord> outputs = Played.of(with(failures("t", 3), decision("t", "approve")));
    outputs.stream()
        .filter(it -> it instanceof GateTrigger gate && gate.getState() == GateState.CLOSED)
        .forEach(it -> Played.at(it, START.minusSeconds(60)));

    // When
    take(outputs);

    // Then
    assertThat(kept.open()).isEmpty();
    assertThat(kept.closed()).hasSize(1);
  }

  @Test
  void aTaskThatEndedIsQuietAlsoByAClockThatIsBehind() {
    // Given
    List<SpecificRecord> outputs =
        Played.of(
            with(
                failures("t", 2),
                "{\"taskId\":\"t\",\"type\":\"task_completed\",\"outcome\":\"success\"}"));
    Played.at(outputs.get(outputs.size() - 1), START.minusSeconds(60));

    // When
    take(outputs);

    // Then
    assertThat(kept.task("t").loopCount()).isZero();
    assertThat(kept.task("t").state(NOW)).isEqualTo(TaskLine.State.QUIET);
  }

  @Test
  void whatTasksAndClosedGatesHoldIsBoundedByItsSize() {
    // Given
    Kept small = new Kept(1_000, 30_000, 10_000);

    // When
    for (int task = 0; task < 200; task++) {
      Played.of(with(failures("t" + task, 3), decision("t" + task, "approve")))
          .forEach(output -> small.take(Told.of(output)));
    }

    // Then
    assertThat(small.tasks().stream().mapToInt(TaskLine::size).sum()).isBetween(10_000, 30_000);
    assertThat(small.closed().stream().mapToInt(GateLine::size).sum()).isBetween(3_000, 10_000);
    assertThat(small.task("t199")).isNotNull();
    assertThat(small.task("t0")).isNull();
  }

  @Test
  void tasksLeaveWhenThereAreTooMany_butNoneWithAnOpenGate() {
    // Given
    Kept small = new Kept(10, Long.MAX_VALUE, Long.MAX_VALUE);
    List<SpecificRecord> outputs = new ArrayList<>(Played.of(failures("held", 3)));
    for (int task = 0; task < 30; task++) {
      outputs.addAll(Played.of(failures("t" + task, 2)));
    }

    // When
    outputs.forEach(output -> small.take(Told.of(output)));

    // Then
    assertThat(small.tasks()).hasSize(10);
    assertThat(small.task("held")).isNotNull();
    assertThat(small.task("t29")).isNotNull();
    assertThat(small.task("t0")).isNull();
    assertThat(small.open()).hasSize(1);
  }

  @Test
  void theRingKeepsTheNewestWhateverOrderTheyComeIn() {
    // Given
    List<Told> all = Played.of(failures("t", 30)).stream().map(Told::of).toList();
    List<Told> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(7));
    List<Told> dropped = new ArrayList<>();
    ToldRing ring = new ToldRing(5, Long.MAX_VALUE, dropped::add);

    // When
    shuffled.forEach(ring::add);

    // Then
    List<Told> newest = new ArrayList<>(all.subList(all.size() - 5, all.size()));
    Collections.reverse(newest);
    assertThat(ring.newest(10)).isEqualTo(newest);
    assertThat(dropped).hasSize(all.size() - 5);
  }
}
