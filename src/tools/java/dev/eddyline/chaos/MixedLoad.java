package dev.eddyline.chaos;

import dev.eddyline.json.EventDefaults;
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
 * duplicates, late events, unreadable records, and producers with librdkafka's partitioner. The
 * same seed gives the same load, apart from the event times. After some hundred records it
 * continues with new tasks, so that it can run for hours.
 */
public final class MixedLoad {

  /** Records after which it continues with new tasks, at the first hour again. */
  private static final int LIFE = 600;

  private static final EventReader READER = new EventReader(EventDefaults.live(Clock.systemUTC()));

  private static final String[] ROOTS = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"};

  /** The root whose first gate is rejected, while its subtask keeps proposing events. */
  private static final String HELD = "held";

  /** A gate that does not exist: decisions on it are rejected. */
  private static final String NO_GATE = "no-such-gate";

  /** Number of equal failures that open a gate. */
  private static final int OPENS_GATE = 3;

  /** Records between two events below the rejected root. */
  private static final int BELOW_HELD = 25;

  /** Event time between two records; signals of subtasks repeat after an hour. */
  private static final int SECONDS = 25;

  /** A task with so many events that the oldest are evicted, so that late events occur. */
  private static final String BUSY = "busy";

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
  private static final int FAILURES = 4;

  private final Inputs inputs;
  private final int partitions;
  private final Random random;
  private final Instant begin =
      Instant.now().truncatedTo(ChronoUnit.HOURS).minus(5, ChronoUnit.HOURS);
  private final List<AgentEvent> sent = new ArrayList<>();
  private volatile int number;

  /** A load on these inputs, which have this many partitions each. */
  public MixedLoad(Inputs inputs, int partitions, long seed) {
    this.inputs = inputs;
    this.partitions = partitions;
    random = new Random(seed);
  }

  /** Publishes this many more records; for one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread sends, others only read
  public void send(int records) {
    for (int i = 0; i < records; i++) {
      if (number % LIFE == 0) {
        sent.clear();
      }
      number++;
      if (number % BELOW_HELD == 0) {
        belowHeld();
        continue;
      }
      int die = random.nextInt(100);
      if (die < 4) {
        bad();
      } else if (die < 12 && !sent.isEmpty()) {
        publish(sent.get(sent.size() - 1 - random.nextInt(Math.min(40, sent.size()))));
      } else if (die < 18) {
        decide();
      } else {
        publish(die < 22 ? late() : event());
      }
    }
  }

  /** Number of records, published or about to be. */
  public int sent() {
    return number;
  }

  /** Publishes a valid record to each partition of each external input; the name prefixes tasks. */
  public void everyPartition(String name) {
    boolean[] reached = new boolean[partitions];
    for (int i = 0; !all(reached); i++) {
      String task = name + "-" + i;
      int home = HomePartition.of(task, partitions);
      if (!reached[home]) {
        AgentEvent event = event(task, task, begin, BODIES[0] + ",\"replyRequested\":true");
        put(TopicRole.AGENT_EVENTS, null, task, event);
        put(TopicRole.GATE_DECISIONS, null, task, decision(task, "d-" + task, "approve", NO_GATE));
        reached[home] = true;
      }
    }
  }

  private static boolean all(boolean[] flags) {
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

  private AgentEvent event() {
    int body =
        random.nextBoolean()
            ? random.nextInt(FAILURES)
            : FAILURES + random.nextInt(BODIES.length - FAILURES);
    String asked = random.nextInt(8) == 0 ? ",\"replyRequested\":true" : "";
    String root = named(ROOTS[random.nextInt(ROOTS.length)]);
    String task = random.nextInt(4) == 0 ? named(BUSY) : root;
    String below = "";
    if (task.equals(root) && random.nextInt(3) == 0) {
      task = root + ".sub" + random.nextInt(2);
      below = ",\"rootTaskId\":\"%s\"".formatted(root);
    }
    return event(task, "e" + number, now(), BODIES[body] + asked + below);
  }

  private Instant now() {
    return begin.plusSeconds((long) SECONDS * age());
  }

  /** Records of the current cycle, from 1. */
  private int age() {
    return (number - 1) % LIFE + 1;
  }

  /** A task's name in the current cycle. */
  private String named(String task) {
    int life = (number - 1) / LIFE;
    return life == 0 ? task : task + "~" + life;
  }

  /** The root fails until a gate opens; from then on its subtask proposes each step. */
  private void belowHeld() {
    boolean first = age() == BELOW_HELD;
    String held = named(HELD);
    String rest = first ? BODIES[0] : "\"type\":\"step_started\",\"step\":\"a\"";
    String proposed = first ? "" : ",\"proposed\":true";
    String below = ",\"rootTaskId\":\"%s\"".formatted(held);
    publish(event(held + ".sub", "h" + number, now(), rest + proposed + below));
    if (first) {
      for (int failure = 0; failure < OPENS_GATE; failure++) {
        publish(event(held, "h" + number + "-" + failure, now().plusSeconds(failure), BODIES[0]));
      }
    }
  }

  /** Whether the gates of a root are rejected. */
  public static boolean isRejected(String root) {
    return root.startsWith(HELD);
  }

  private AgentEvent late() {
    Instant before = begin.minusSeconds(600);
    return event(named(BUSY), "late" + number, before, BODIES[0] + ",\"replyRequested\":true");
  }

  private static AgentEvent event(String task, String eventId, Instant at, String rest) {
    return json(
        "{\"taskId\":\"%s\",\"eventId\":\"%s\",\"occurredAt\":%d,\"tokens\":7,%s}"
            .formatted(task, eventId, at.toEpochMilli(), rest));
  }

  /** A human decision on a gate. */
  static AgentEvent decision(String root, String eventId, String word, String gateId) {
    return json(
        ("{\"taskId\":\"%s\",\"eventId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\","
                + "\"decision\":\"%s\",\"guidance\":\"another way\",\"by\":\"lead\"}")
            .formatted(root, eventId, gateId, word));
  }

  private static AgentEvent json(String line) {
    try {
      return READER.read(line).event();
    } catch (InvalidEventException invalid) {
      throw new IllegalStateException("the load is not an event: " + line, invalid);
    }
  }

  /** Sends a decision without an open gate, from a gate service or the orchestrator. */
  private void decide() {
    String root = named(ROOTS[random.nextInt(ROOTS.length)]);
    AgentEvent decision = decision(root, "d" + number, "approve", NO_GATE);
    boolean orchestrator = random.nextInt(4) == 0;
    send(orchestrator ? TopicRole.AGENT_EVENTS : TopicRole.GATE_DECISIONS, root, decision);
  }

  /** Publishes an event; every fifth is partitioned by CRC32, as librdkafka does. */
  private void send(TopicRole topic, String key, AgentEvent event) {
    CRC32 crc = new CRC32();
    crc.update(bytes(key));
    boolean librdkafka = random.nextInt(5) == 0;
    put(topic, librdkafka ? (int) (crc.getValue() % partitions) : null, key, event);
  }

  private void put(TopicRole topic, Integer partition, String key, AgentEvent event) {
    inputs.raw(topic, partition, bytes(key), inputs.encode(topic, event));
  }

  private void bad() {
    String task = named(BUSY);
    byte[] key = bytes(task);
    AgentEvent event = event(task, "bad" + number, begin, BODIES[0]);
    byte[] good = inputs.encode(TopicRole.AGENT_EVENTS, event);
    switch (random.nextInt(6)) {
      case 0 -> inputs.raw(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(good, good.length - 3));
      case 1 -> inputs.raw(TopicRole.AGENT_EVENTS, null, key, bytes("{}"));
      case 2 -> inputs.raw(TopicRole.AGENT_EVENTS, null, key, null);
      case 3 -> inputs.raw(TopicRole.AGENT_EVENTS, null, bytes("another"), good);
      case 4 -> put(TopicRole.GATE_DECISIONS, null, task, event);
      default -> {
        AgentEvent nowhere = decision(task, "d" + number, "approve", "no-such-gate");
        put(TopicRole.GATE_DECISIONS, null, task, nowhere);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
