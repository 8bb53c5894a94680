package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.PartitionedEngines;
import dev.eddyline.task.scenario.TaskScript;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A root whose subtasks are at home in the three partitions of a topology. */
abstract class ThreePartitionsFixture {

  /** Nothing leaves the counter by itself. */
  final PartitionedEngines three = new PartitionedEngines(3, Policies.preset("failures"));

  final TaskScript<List<SpecificRecord>> root = three.task("R0");
  final TaskScript<List<SpecificRecord>> first = three.task("sub1").belowRoot("R0");
  final TaskScript<List<SpecificRecord>> second = three.task("sub2").belowRoot("R0");

  void failTwice(TaskScript<List<SpecificRecord>> task) {
    task.fails("Error A");
    task.fails("Error A");
    three.deliver();
  }

  void openGate() {
    second.enters("a");
    failTwice(first);
    first.fails("Error A");
    three.deliver();
    assertThat(three.published(GateTrigger.class)).hasSize(1);
  }

  static LoopVerdict verdict(List<SpecificRecord> records) {
    assertThat(records).hasSize(1).first().isInstanceOf(LoopVerdict.class);
    return (LoopVerdict) records.get(0);
  }

  int verdicts() {
    return three.published(LoopVerdict.class).size();
  }

  int lastCount() {
    return three.published(LoopVerdict.class).get(verdicts() - 1).getLoopCount();
  }
}
