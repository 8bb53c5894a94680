package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.topology.TopologyRig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subtasks with one goal reach their root by the signals topic. */
class DelegationTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    rig.close();
  }

  private static AgentEvent start(int level) {
    AgentEvent event =
        event(
            "sub-" + level,
            "start-" + level,
            seconds(level),
            TaskStarted.newBuilder().setGoal("Weigh the apples of the northern orchard").build());
    event.setRootTaskId("root");
    event.setParentTaskId(level == 1 ? "root" : "sub-" + (level - 1));
    return event;
  }

  @Test
  void verdictOnTheRootIsPublishedOnce() {
    // When
    for (int level = 1; level <= 3; level++) {
      rig.pipe(start(level), start(level));
    }

    // Then
    assertThat(rig.verdicts())
        .singleElement()
        .extracting(LoopVerdict::getLoopType, LoopVerdict::getRootTaskId, LoopVerdict::getTaskId)
        .containsExactly(LoopType.DELEGATION_LOOP, "root", "sub-3");
  }
}
