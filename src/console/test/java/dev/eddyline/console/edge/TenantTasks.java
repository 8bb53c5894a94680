package dev.eddyline.console.edge;

import static dev.eddyline.app.JsonEvents.json;

import dev.eddyline.app.RigTasks;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks of tenants that loop, with their stores and their outputs in a view. The text of an output
 * shows the tenant to which it belongs.
 */
final class TenantTasks implements AutoCloseable {

  private final TopologyRig rig = new TopologyRig(1, StoreType.IN_MEMORY);
  private final OutputView view =
      new OutputView(Clock.fixed(TopologyRig.START.plusSeconds(60), ZoneOffset.UTC));
  private final List<AgentEvent> piped = new ArrayList<>();

  /** Publishes three identical failures of a task, which open a gate. */
  void loops(String task, String more) {
    loops(task, more, 3);
  }

  /**
   * Publishes two identical failures of a root, and three of its subtask in another workflow: the
   * subtask's last failure opens the root's gate.
   */
  void tree(String root, String workflow, String subtask, String workflowOfSubtask) {
    loops(root, "\"workflow\":\"%s\",".formatted(workflow), 2);
    loops(
        subtask,
        "\"workflow\":\"%s\",\"rootTaskId\":\"%s\",".formatted(workflowOfSubtask, root),
        3);
  }

  private void loops(String task, String more, int times) {
    for (int i = 0; i < times; i++) {
      AgentEvent event =
          json(
              ("{\"taskId\":\"%s\",%s\"eventId\":\"%s/%d\",\"agentId\":\"agent of %s\","
                      + "\"type\":\"failure_reported\",\"message\":\"%s failed\"}")
                  .formatted(task, more, task, i, task, task));
      event.setOccurredAt(TopologyRig.START.plusSeconds(i));
      rig.pipe(event);
      piped.add(event);
    }
    for (LoopVerdict verdict : rig.verdicts()) {
      verdict.setReason("reason of " + verdict.getTaskId());
      view.onOutput(verdict, null);
    }
    for (GateTrigger gate : rig.gates()) {
      gate.setReason("reason of " + gate.getTaskId());
      gate.setSimilar(List.of("remedy at " + gate.getTaskId()));
      view.onOutput(gate, null);
    }
  }

  /** The records of a task and its root. */
  TaskRecords records(String task) {
    Set<String> keys = new HashSet<>(Set.of(task));
    piped.stream()
        .filter(event -> event.getTaskId().equals(task) && event.getRootTaskId() != null)
        .forEach(event -> keys.add(event.getRootTaskId()));
    List<TaskRecord> found =
        piped.stream()
            .filter(event -> keys.contains(event.getTaskId()))
            .map(
                event ->
                    new TaskRecord(
                        event.getTaskId(),
                        event.getOccurredAt(),
                        List.of(AgentEvent.newBuilder(event).build()),
                        Optional.empty()))
            .toList();
    return new TaskRecords(
        found,
        found.stream().anyMatch(record -> record.key().equals(task)),
        false,
        Optional.empty());
  }

  /** The gate of a task. */
  String gateOf(String task) {
    return view.read(projection -> projection.task(task).gate().gateId());
  }

  /** The newest verdict on a task. */
  String verdictOf(String task) {
    return view.read(
        projection ->
            projection.verdicts().stream()
                .filter(verdictEntry -> verdictEntry.taskId().equals(task))
                .map(OutputEntry::id)
                .findFirst()
                .orElseThrow());
  }

  /** The view of their outputs. */
  OutputView view() {
    return view;
  }

  /** Their stored states. */
  TaskLookup stored() {
    return RigTasks.of(rig);
  }

  @Override
  public void close() {
    rig.close();
  }
}
