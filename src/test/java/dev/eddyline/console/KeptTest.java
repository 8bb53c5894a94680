package dev.eddyline.console;

import static dev.eddyline.console.Played.START;
import static dev.eddyline.console.Played.decision;
import static dev.eddyline.console.Played.failures;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.demo.Story;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The fold over what is published. */
class KeptTest {

  private static final long NOW = START.plusSeconds(60).toEpochMilli();

  private static final ActiveTasks.Figures ALL = new ActiveTasks.Figures(1, 4, 4);

  private final Kept kept = new Kept();

  private void take(List<? extends SpecificRecord> outputs) {
    outputs.forEach(output -> kept.take(Told.of(output)));
  }

  private JsonNode overview() {
    return OverviewJson.of(kept, NOW, true, ALL);
  }

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
  void aLoopsCostIsCountedOnce_howeverOftenItIsTold() {
    // When
    take(Played.of(failures("t", 3)));

    // Then
    assertThat(overview().at("/cost/tokens").longValue()).isEqualTo(300);
  }

  @Test
  void anExternalFaultIsToldByItsType_andIsNoLoopAnywhereElse() {
    // When
    take(
        Played.of(
            Collections.nCopies(
                3,
                "{\"taskId\":\"t\",\"agentId\":\"a1\",\"type\":\"failure_reported\","
                    + "\"message\":\"connection refused\",\"errorType\":\"network\",\"tokens\":100}")));

    // Then
    assertThat(overview().at("/byType/0/loopType").textValue()).isEqualTo("external_fault");
    assertThat(overview().at("/byType/0/loops").intValue()).isPositive();
    assertNoLoop(overview());
  }

  @Test
  void whatWasForgivenIsNoLoopAnywhere() {
    // Given
    List<SpecificRecord> outputs = Played.of(failures("t", 2));
    ((LoopVerdict) outputs.get(0)).setAction(Action.CONTINUE);

    // When
    take(outputs);

    // Then
    assertThat(overview().get("byType")).isEmpty();
    assertNoLoop(overview());
  }

  private static void assertNoLoop(JsonNode overview) {
    assertThat(overview.at("/heat/agents")).isEmpty();
    assertThat(overview.get("patterns")).isEmpty();
    assertThat(overview.at("/cost/tokens").longValue()).isZero();
    assertThat(overview.get("perMinute")).allMatch(minute -> minute.get("loops").intValue() == 0);
  }

  @Test
  void whatGoesRoundAlikeInSeveralTasksIsOnePattern() {
    // When
    for (String task : List.of("one", "two", "three")) {
      take(Played.of(failures(task, 2)));
    }

    // Then
    assertThat(overview().get("patterns")).hasSize(1);
    assertThat(overview().at("/patterns/0/tasks").intValue()).isEqualTo(3);
    assertThat(overview().at("/patterns/0/loops").intValue()).isEqualTo(3);
    assertThat(overview().at("/patterns/0/moreTasks").booleanValue()).isFalse();
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
  void aLoopWhoseFirstEventMovesCostsWhatLiesBetween_whateverTimesItTells() {
    // Given: of 300 tokens of the task first 200, then 150 of which 100 are told already
    List<SpecificRecord> outputs = Played.of(failures("t", 3));
    LoopVerdict first = (LoopVerdict) outputs.get(0);
    LoopVerdict second =
        (LoopVerdict)
            outputs.stream().filter(LoopVerdict.class::isInstance).skip(1).findFirst().get();
    first.setLoopCost(new Cost(200L, 0.0, 5_000L));
    second.setLoopCost(new Cost(150L, 0.0, 10L));

    // When
    take(outputs);

    // Then
    assertThat(overview().at("/cost/tokens").longValue()).isEqualTo(300);
  }

  @Test
  void repeatsAreNoNews() {
    // Given
    List<SpecificRecord> outputs = Played.of(failures("t", 4));
    take(outputs);
    JsonNode once = overview();

    // When
    take(outputs);

    // Then
    assertThat(overview()).isEqualTo(once);
  }

  @Test
  void whatStandsDoesNotDependOnTheOrderInWhichTheTopicsAreRead() {
    // Given
    List<SpecificRecord> outputs = storyOutputs();
    take(outputs);
    JsonNode inOrder = overview();
    Kept other = new Kept();
    List<SpecificRecord> shuffledTopics = new ArrayList<>();
    for (Class<?> topic : List.of(LoopReset.class, GateTrigger.class, LoopVerdict.class)) {
      outputs.stream().filter(topic::isInstance).forEach(shuffledTopics::add);
    }

    // When
    shuffledTopics.forEach(output -> other.take(Told.of(output)));

    // Then
    JsonNode byTopic = OverviewJson.of(other, NOW, true, ALL);
    for (String figures : List.of("tasks", "gates", "byType", "heat", "decisions", "perMinute")) {
      assertThat(byTopic.get(figures)).as(figures).isEqualTo(inOrder.get(figures));
    }
    kept.tasks()
        .forEach(
            task -> assertThat(other.task(task.taskId()).loopCount()).isEqualTo(task.loopCount()));
  }

  @Test
  void theFiguresOfTheStoriesAreTheirOutputsCounted() {
    // Given
    List<SpecificRecord> outputs = storyOutputs();
    Map<String, Integer> loops = new TreeMap<>();
    Map<String, Integer> gates = new TreeMap<>();
    for (SpecificRecord output : outputs) {
      if (output instanceof LoopVerdict verdict) {
        loops.merge(OutputJson.word(verdict.getLoopType()), 1, Integer::sum);
      } else if (output instanceof GateTrigger gate && gate.getState() == GateState.OPENED) {
        gates.merge(OutputJson.word(gate.getLoopType()), 1, Integer::sum);
      }
    }

    // When
    take(outputs);

    // Then
    Map<String, Integer> toldLoops = new TreeMap<>();
    Map<String, Integer> toldGates = new TreeMap<>();
    for (JsonNode type : overview().get("byType")) {
      toldLoops.put(type.get("loopType").textValue(), type.get("loops").intValue());
      if (type.get("gates").intValue() > 0) {
        toldGates.put(type.get("loopType").textValue(), type.get("gates").intValue());
      }
    }
    assertThat(toldLoops).isEqualTo(loops).isNotEmpty();
    assertThat(toldGates).isEqualTo(gates).isNotEmpty();
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

  private static List<SpecificRecord> storyOutputs() {
    List<String> lines = new ArrayList<>();
    Story.shipped().forEach(story -> lines.addAll(story.lines()));
    return Played.of(lines);
  }
}
