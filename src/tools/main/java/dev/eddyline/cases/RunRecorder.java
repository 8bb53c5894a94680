package dev.eddyline.cases;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Records the events of one line of work, each later than the one before it. */
final class RunRecorder {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final List<ObjectNode> events = new ArrayList<>();
  private final String rootTask;
  private final String callPrefix;
  private String task;
  private String agent;
  private long millis;
  private int calls;

  RunRecorder(String rootTask, String agent, String callPrefix, long startMillis) {
    this.rootTask = rootTask;
    this.callPrefix = callPrefix;
    this.task = rootTask;
    this.agent = agent;
    this.millis = startMillis;
  }

  List<ObjectNode> events() {
    return events;
  }

  int size() {
    return events.size();
  }

  String agent() {
    return agent;
  }

  String task() {
    return task;
  }

  long millis() {
    return millis;
  }

  void actAs(String newAgent) {
    agent = newAgent;
  }

  /**
   * The following events belong to this task: the root task, or one whose id extends its parent's.
   */
  void enter(String newTask) {
    task = newTask;
  }

  void pass(double seconds) {
    millis += Math.round(seconds * 1000);
  }

  String newCallId() {
    return callPrefix + ++calls;
  }

  /** A new event of a type, to be completed by the caller. */
  ObjectNode add(String type) {
    millis += 3 + events.size() % 7;
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("taskId", task);
    if (!task.equals(rootTask)) {
      event
          .put("rootTaskId", rootTask)
          .put("parentTaskId", task.substring(0, task.lastIndexOf('.')));
    }
    event.put("agentId", agent);
    event.put("occurredAt", TIME.format(Instant.ofEpochMilli(millis)));
    events.add(event.put("type", type));
    return event;
  }
}
