package dev.eddyline.chaos;

import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.HomePartition;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Load of tasks and subtasks that work, loop and receive decisions, with irregular input:
 * duplicates, late events, unreadable records, JSON and CloudEvents, and producers with
 * librdkafka's partitioner. The same seed gives the same load, apart from the event times. After
 * some hundred records it continues with new tasks, so that it can run for hours.
 */
public final class MixedLoad {

  /** Records after which it continues with new tasks, at the first hour again. */
  private static final int RECORDS_PER_CYCLE = 600;

  private static final EventReader READER = new EventReader(LiveEvents.defaults(Clock.systemUTC()));

  private static final String[] ROOTS = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"};

  /** The root whose first gate is rejected, while its subtask keeps proposing events. */
  private static final String REJECTED_ROOT_TASK = "held";

  /** A gate that does not exist: decisions on it are rejected. */
  private static final String UNKNOWN_GATE_ID = "no-such-gate";

  /** Number of equal failures that open a gate. */
  private static final int FAILURES_TO_OPEN_GATE = 3;

  /** Records between two events below the rejected root. */
  private static final int RECORDS_BETWEEN_REJECTED_ROOT_EVENTS = 25;

  /** Event time between two records; signals of subtasks repeat after an hour. */
  private static final int SECONDS_BETWEEN_RECORDS = 25;

  /** A task with so many events that the oldest are evicted, so that late events occur. */
  private static final String BUSY_TASK = "busy";

  private static final String[] BODIES = {
    "\"type\":\"failure_reported\",\"message\":\"TypeError: x is undefined\"",
    "\"type\":\"failure_reported\",\"message\":\"TypeError: x is undefined\"",
    "\"type\":\"failure_reported\",\"message\":\"no such table: orders\"",
    "\"type\":\"failure_reported\",\"message\":\"3 of 17 tests fail\",\"errorType\":\"logic\"",
    "\"type\":\"tool_called\",\"callId\":\"c\",\"tool\":\"ls\",\"arguments\":\"{}\"",
    "\"type\":\"tool_returned\",\"callId\":\"c\",\"tool\":\"ls\",\"output\":\"empty\"",
    "\"type\":\"tool_returned\",\"callId\":\"c\",\"tool\":\"ls\",\"output\":\"denied\",\"isError\":true",
    "\"type\":\"step_started\",\"step\":\"build\"",
    "\"type\":\"step_started\",\"step\":\"build\",\"proposed\":true",
    "\"type\":\"transition\",\"from\":\"build\",\"to\":\"test\",\"reason\":\"built\"",
    "\"type\":\"transition\",\"from\":\"test\",\"to\":\"build\",\"reason\":\"red\"",
    "\"type\":\"response_produced\",\"step\":\"build\",\"text\":\"I have changed the import.\"",
    "\"type\":\"task_attempted\",\"status\":\"blocked\",\"blockers\":[\"key\"],\"completedWork\":[]",
    "\"type\":\"progress_reported\",\"testsTotal\":17,\"testsFailed\":3",
    "\"type\":\"collaboration_requested\",\"toAgent\":\"b\",\"request\":\"Review the import.\"",
    "\"type\":\"user_message\",\"text\":\"Go on.\"",
    "\"type\":\"task_completed\",\"outcome\":\"success\"",
  };

  /** Number of failure bodies, which are as frequent as all others together. */
  private static final int FAILURE_BODY_COUNT = 4;

  private final InputPublisher inputs;
  private final LoadEncoder encoder;
  private final int partitions;
  private final Random random;
  private final Instant firstEventTime =
      Instant.now().truncatedTo(ChronoUnit.HOURS).minus(5, ChronoUnit.HOURS);
  private final List<AgentEvent> sent = new ArrayList<>();
  private volatile int publishedRecordCount;

  /** A load on these inputs, which have this many partitions each. */
  public MixedLoad(InputPublisher inputs, int partitions, long seed) {
    this.inputs = inputs;
    encoder = new LoadEncoder(inputs);
    this.partitions = partitions;
    random = new Random(seed);
  }

  /** Publishes this many more records; for one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread sends, others only read
  public void send(int records) {
    for (int i = 0; i < records; i++) {
      if (publishedRecordCount % RECORDS_PER_CYCLE == 0) {
        sent.clear();
      }
      publishedRecordCount++;
      if (publishedRecordCount % RECORDS_BETWEEN_REJECTED_ROOT_EVENTS == 0) {
        sendEventOfRejectedRootOrSubtask();
        continue;
      }
      int draw = random.nextInt(100);
      if (draw < 4) {
        sendInvalidRecord();
      } else if (draw < 12 && !sent.isEmpty()) {
        publish(sent.get(sent.size() - 1 - random.nextInt(Math.min(40, sent.size()))));
      } else if (draw < 18) {
        sendDecisionForUnknownGate();
      } else if (draw == 18) {
        inputs.publishBytes(
            TopicRole.AGENT_EVENTS,
            null,
            utf8Bytes(taskNameInCurrentCycle(BUSY_TASK)),
            utf8Bytes(LoadEncoder.TOOL_CALL));
      } else {
        publish(draw < 22 ? createLateEvent() : createEvent());
      }
    }
  }

  /** Number of records, published or about to be. */
  public int sent() {
    return publishedRecordCount;
  }

  /** Publishes a valid record to each partition of each external input; the name prefixes tasks. */
  public void sendRecordToEveryPartition(String name) {
    boolean[] reached = new boolean[partitions];
    for (int i = 0; !allTrue(reached); i++) {
      String task = name + "-" + i;
      int home = HomePartition.of(task, partitions);
      if (!reached[home]) {
        AgentEvent event =
            createEvent(task, task, firstEventTime, BODIES[0] + ",\"replyRequested\":true");
        encodeAndPublish(TopicRole.AGENT_EVENTS, null, task, event);
        encodeAndPublish(
            TopicRole.GATE_DECISIONS,
            null,
            task,
            createDecisionEvent(task, "d-" + task, "approve", UNKNOWN_GATE_ID));
        reached[home] = true;
      }
    }
  }

  private static boolean allTrue(boolean[] flags) {
    for (boolean flag : flags) {
      if (!flag) {
        return false;
      }
    }
    return true;
  }

  private void publish(AgentEvent event) {
    sent.add(event);
    send(TopicRole.AGENT_EVENTS, event.getTaskId(), event);
  }

  private AgentEvent createEvent() {
    int body =
        random.nextBoolean()
            ? random.nextInt(FAILURE_BODY_COUNT)
            : FAILURE_BODY_COUNT + random.nextInt(BODIES.length - FAILURE_BODY_COUNT);
    String replyRequested = random.nextInt(8) == 0 ? ",\"replyRequested\":true" : "";
    String root = taskNameInCurrentCycle(ROOTS[random.nextInt(ROOTS.length)]);
    String task = random.nextInt(4) == 0 ? taskNameInCurrentCycle(BUSY_TASK) : root;
    String rootField = "";
    if (task.equals(root) && random.nextInt(3) == 0) {
      task = root + ".sub" + random.nextInt(2);
      rootField = ",\"rootTaskId\":\"%s\"".formatted(root);
    }
    return createEvent(
        task,
        "e" + publishedRecordCount,
        currentEventTime(),
        BODIES[body] + replyRequested + rootField);
  }

  private Instant currentEventTime() {
    return firstEventTime.plusSeconds((long) SECONDS_BETWEEN_RECORDS * recordNumberInCycle());
  }

  /** Records of the current cycle, from 1. */
  private int recordNumberInCycle() {
    return (publishedRecordCount - 1) % RECORDS_PER_CYCLE + 1;
  }

  /** A task's name in the current cycle. */
  private String taskNameInCurrentCycle(String task) {
    int cycle = (publishedRecordCount - 1) / RECORDS_PER_CYCLE;
    return cycle == 0 ? task : task + "~" + cycle;
  }

  /** The root fails until a gate opens; from then on its subtask proposes each step. */
  private void sendEventOfRejectedRootOrSubtask() {
    boolean first = recordNumberInCycle() == RECORDS_BETWEEN_REJECTED_ROOT_EVENTS;
    String root = taskNameInCurrentCycle(REJECTED_ROOT_TASK);
    String fields = first ? BODIES[0] : "\"type\":\"step_started\",\"step\":\"a\"";
    String proposed = first ? "" : ",\"proposed\":true";
    String rootField = ",\"rootTaskId\":\"%s\"".formatted(root);
    publish(
        createEvent(
            root + ".sub",
            "h" + publishedRecordCount,
            currentEventTime(),
            fields + proposed + rootField));
    if (first) {
      for (int failure = 0; failure < FAILURES_TO_OPEN_GATE; failure++) {
        publish(
            createEvent(
                root,
                "h" + publishedRecordCount + "-" + failure,
                currentEventTime().plusSeconds(failure),
                BODIES[0]));
      }
    }
  }

  /** Whether the gates of a root are rejected. */
  public static boolean isRejected(String root) {
    return root.startsWith(REJECTED_ROOT_TASK);
  }

  private AgentEvent createLateEvent() {
    Instant occurredAt = firstEventTime.minusSeconds(600);
    return createEvent(
        taskNameInCurrentCycle(BUSY_TASK),
        "late" + publishedRecordCount,
        occurredAt,
        BODIES[0] + ",\"replyRequested\":true");
  }

  private static AgentEvent createEvent(
      String task, String eventId, Instant occurredAt, String fields) {
    return parseEvent(
        "{\"taskId\":\"%s\",\"eventId\":\"%s\",\"occurredAt\":%d,\"tokens\":7,%s}"
            .formatted(task, eventId, occurredAt.toEpochMilli(), fields));
  }

  /** A human decision on a gate. */
  static AgentEvent createDecisionEvent(
      String root, String eventId, String decisionType, String gateId) {
    return parseEvent(
        ("{\"taskId\":\"%s\",\"eventId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\","
                + "\"decision\":\"%s\",\"guidance\":\"another way\",\"by\":\"lead\"}")
            .formatted(root, eventId, gateId, decisionType));
  }

  private static AgentEvent parseEvent(String line) {
    try {
      return READER.read(line).event();
    } catch (InvalidEventException invalid) {
      throw new IllegalStateException("the load is not an event: " + line, invalid);
    }
  }

  /** Sends a decision without an open gate, from a gate service or the orchestrator. */
  private void sendDecisionForUnknownGate() {
    String root = taskNameInCurrentCycle(ROOTS[random.nextInt(ROOTS.length)]);
    AgentEvent decision =
        createDecisionEvent(root, "d" + publishedRecordCount, "approve", UNKNOWN_GATE_ID);
    boolean orchestrator = random.nextInt(4) == 0;
    send(orchestrator ? TopicRole.AGENT_EVENTS : TopicRole.GATE_DECISIONS, root, decision);
  }

  /** Publishes an event; every fifth is partitioned by CRC32, as librdkafka does. */
  private void send(TopicRole topic, String key, AgentEvent event) {
    CRC32 crc = new CRC32();
    crc.update(utf8Bytes(key));
    boolean librdkafka = random.nextInt(5) == 0;
    encodeAndPublish(topic, librdkafka ? (int) (crc.getValue() % partitions) : null, key, event);
  }

  private void encodeAndPublish(TopicRole topic, Integer partition, String key, AgentEvent event) {
    inputs.publishBytes(
        topic, partition, utf8Bytes(key), encoder.encode(topic, event, publishedRecordCount));
  }

  private void sendInvalidRecord() {
    String task = taskNameInCurrentCycle(BUSY_TASK);
    byte[] key = utf8Bytes(task);
    AgentEvent event = createEvent(task, "bad" + publishedRecordCount, firstEventTime, BODIES[0]);
    byte[] validBytes = inputs.encode(TopicRole.AGENT_EVENTS, event);
    switch (random.nextInt(6)) {
      case 0 ->
          inputs.publishBytes(
              TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(validBytes, validBytes.length - 3));
      case 1 -> inputs.publishBytes(TopicRole.AGENT_EVENTS, null, key, utf8Bytes("{}"));
      case 2 -> inputs.publishBytes(TopicRole.AGENT_EVENTS, null, key, null);
      case 3 -> inputs.publishBytes(TopicRole.AGENT_EVENTS, null, utf8Bytes("another"), validBytes);
      case 4 -> encodeAndPublish(TopicRole.GATE_DECISIONS, null, task, event);
      default -> {
        AgentEvent unknownGate =
            createDecisionEvent(task, "d" + publishedRecordCount, "approve", "no-such-gate");
        encodeAndPublish(TopicRole.GATE_DECISIONS, null, task, unknownGate);
      }
    }
  }

  private static byte[] utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
