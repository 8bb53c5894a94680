package dev.eddyline.console.view;

import static dev.eddyline.console.ReplayedOutputs.failures;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.json.OverviewJson;
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
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The figures of the overview over published outputs. */
class OutputProjectionFiguresTest extends OutputProjectionTestBase {

  @Test
  void countsLoopCostOnce() {
    // When
    applyAll(ReplayedOutputs.replayEventLines(failures("t", 3)));

    // Then
    assertThat(overview().at("/cost/tokens").longValue()).isEqualTo(300);
  }

  @Test
  void externalFaultIsNotALoop() {
    // When
    applyAll(
        ReplayedOutputs.replayEventLines(
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
  void forgivenVerdictIsNotALoop() {
    // Given
    List<SpecificRecord> outputs = ReplayedOutputs.replayEventLines(failures("t", 2));
    ((LoopVerdict) outputs.get(0)).setAction(Action.CONTINUE);

    // When
    applyAll(outputs);

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
  void groupsSimilarLoopsOfSeveralTasks() {
    // When
    for (String task : List.of("one", "two", "three")) {
      applyAll(ReplayedOutputs.replayEventLines(failures(task, 2)));
    }

    // Then
    assertThat(overview().get("patterns")).hasSize(1);
    assertThat(overview().at("/patterns/0/tasks").intValue()).isEqualTo(3);
    assertThat(overview().at("/patterns/0/loops").intValue()).isEqualTo(3);
    assertThat(overview().at("/patterns/0/moreTasks").booleanValue()).isFalse();
  }

  @Test
  void loopCostGrowsOnlyByCostSincePreviousVerdict() {
    // Given: of 300 tokens of the task first 200, then 150 of which 100 are already counted
    List<SpecificRecord> outputs = ReplayedOutputs.replayEventLines(failures("t", 3));
    LoopVerdict first = (LoopVerdict) outputs.get(0);
    LoopVerdict second =
        (LoopVerdict)
            outputs.stream().filter(LoopVerdict.class::isInstance).skip(1).findFirst().get();
    first.setLoopCost(new Cost(200L, 0.0, 5_000L));
    second.setLoopCost(new Cost(150L, 0.0, 10L));

    // When
    applyAll(outputs);

    // Then
    assertThat(overview().at("/cost/tokens").longValue()).isEqualTo(300);
  }

  @Test
  void ignoresDuplicateOutputs() {
    // Given
    List<SpecificRecord> outputs = ReplayedOutputs.replayEventLines(failures("t", 4));
    applyAll(outputs);
    JsonNode once = overview();

    // When
    applyAll(outputs);

    // Then
    assertThat(overview()).isEqualTo(once);
  }

  @Test
  void figuresDoNotDependOnReadOrderOfTopics() {
    // Given
    List<SpecificRecord> outputs = storyOutputs();
    applyAll(outputs);
    JsonNode inOrder = overview();
    OutputProjection other = new OutputProjection();
    List<SpecificRecord> shuffledTopics = new ArrayList<>();
    for (Class<?> topic : List.of(LoopReset.class, GateTrigger.class, LoopVerdict.class)) {
      outputs.stream().filter(topic::isInstance).forEach(shuffledTopics::add);
    }

    // When
    shuffledTopics.forEach(output -> other.applyOutput(OutputEntry.of(output)));

    // Then
    JsonNode byTopic = OutputJson.tree(OverviewJson.of(other, NOW, true, ALL));
    for (String figures : List.of("tasks", "gates", "byType", "heat", "decisions", "perMinute")) {
      assertThat(byTopic.get(figures)).as(figures).isEqualTo(inOrder.get(figures));
    }
    projection
        .tasks()
        .forEach(
            task -> assertThat(other.task(task.taskId()).loopCount()).isEqualTo(task.loopCount()));
  }

  @Test
  void figuresMatchDemoOutputs() {
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
    applyAll(outputs);

    // Then
    Map<String, Integer> publishedLoops = new TreeMap<>();
    Map<String, Integer> publishedGates = new TreeMap<>();
    for (JsonNode type : overview().get("byType")) {
      publishedLoops.put(type.get("loopType").textValue(), type.get("loops").intValue());
      if (type.get("gates").intValue() > 0) {
        publishedGates.put(type.get("loopType").textValue(), type.get("gates").intValue());
      }
    }
    assertThat(publishedLoops).isEqualTo(loops).isNotEmpty();
    assertThat(publishedGates).isEqualTo(gates).isNotEmpty();
  }

  private static List<SpecificRecord> storyOutputs() {
    List<String> lines = new ArrayList<>();
    Story.shipped().forEach(story -> lines.addAll(story.lines()));
    return ReplayedOutputs.replayEventLines(lines);
  }
}
