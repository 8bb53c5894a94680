package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topology.HomePartition;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The loops of subtasks open one gate of their root, whatever partitions they are on. */
class SubtaskGateIT {

  private static final String ROOT = "root";

  @RegisterExtension
  static final RunningApplication RUNNING = new RunningApplication("subtask-gate-");

  private final EventFeed feed = RUNNING.feed();

  private static AgentEvent of(String subtask, AgentEvent event) {
    event.setTaskId(subtask);
    event.setRootTaskId(ROOT);
    return event;
  }

  private List<GateTrigger> gates(GateState state) {
    return feed.gatesOf(ROOT).stream().filter(gate -> gate.getState() == state).toList();
  }

  /** The reply to a subtask's proposed step. */
  private Action reply(String subtask) {
    AgentEvent question =
        of(
            subtask,
            JsonEvents.json(
                "{\"taskId\":\"x\",\"type\":\"step_started\",\"step\":\"next\",\"proposed\":true}"));
    feed.send(question);
    await().until(() -> verdict(question) != null);
    return verdict(question).getAction();
  }

  private LoopVerdict verdict(AgentEvent event) {
    return feed.verdicts().stream()
        .filter(verdict -> verdict.getEventId().equals(event.getEventId()))
        .findFirst()
        .orElse(null);
  }

  @Test
  void subtaskLoopsCountOnTheRoot_andItsGateBlocksThemUntilADecision() {
    // Given: subtasks on other partitions than their root
    List<String> subtasks =
        IntStream.range(0, 100)
            .mapToObj(number -> "subtask-" + number)
            .filter(name -> partition(name) != partition(ROOT))
            .limit(3)
            .toList();

    // When: each has one loop
    for (String subtask : subtasks) {
      feed.send(of(subtask, JsonEvents.failure("x", "failure of " + subtask)));
      feed.send(of(subtask, JsonEvents.failure("x", "failure of " + subtask)));
    }

    // Then
    await().until(() -> gates(GateState.OPENED).size() == 1);
    GateTrigger gate = gates(GateState.OPENED).get(0);
    assertThat(gate.getLoopCount()).isEqualTo(3);
    await("the gate is known to the subtask's partition")
        .until(() -> reply(subtasks.get(0)) == Action.ESCALATE);

    // When
    feed.decide(ROOT, JsonEvents.approval(ROOT, gate.getGateId()));

    // Then
    await().until(() -> gates(GateState.CLOSED).size() == 1);
    await("the decision is known to the subtask's partition")
        .until(() -> reply(subtasks.get(0)) == Action.CONTINUE);
    assertThat(feed.resets())
        .filteredOn(reset -> reset.getTaskId().equals(ROOT))
        .singleElement()
        .extracting(reset -> reset.getPreviousCount())
        .isEqualTo(3);
    assertThat(RUNNING.application().failed()).isFalse();
  }

  private static int partition(String task) {
    return HomePartition.of(task, RunningApplication.PARTITIONS);
  }
}
