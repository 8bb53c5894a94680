package dev.eddyline.app;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.kafka.common.utils.Utils;

/**
 * Tasks and subtasks that work, loop and are decided on, with all that goes wrong on the way:
 * redeliveries, latecomers, records that cannot be read, and producers that partition as librdkafka
 * does. The same for the same seed, but for the hour in which it plays.
 */
final class MixedLoad {

  private static final String[] ROOTS = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"};

  /** A person rejects it early on, and its subtask asks on. */
  private static final String HELD = "held";

  /** Every so many records something happens below the rejected root. */
  private static final int BELOW_HELD = 25;

  /** Event time between two records: signs of subtasks come again after an hour. */
  private static final int SECONDS = 25;

  /** It has so many events that the oldest are forgotten: latecomers are told. */
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

  /** Bodies that are failures, which come as often as all others together. */
  private static final int FAILURES = 4;

  private final Feed feed;
  private final int partitions;
  private final Random random;
  private final Instant begin =
      Instant.now().truncatedTo(ChronoUnit.HOURS).minus(5, ChronoUnit.HOURS);
  private final List<AgentEvent> sent = new ArrayList<>();
  private volatile int number;

  /** A load on these topics; the feed stays the caller's. */
  MixedLoad(Feed feed, int partitions, long seed) {
    this.feed = feed;
    this.partitions = partitions;
    random = new Random(seed);
  }

  /** Publishes so many more records; for one thread at a time. */
  void send(int records) {
    for (int i = 0; i < records; i++) {
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

  /** Number of records that were published, or are about to be. */
  int sent() {
    return number;
  }

  /** Publishes a last good record to each partition of each input from outside. */
  void end() {
    boolean[] ended = new boolean[partitions];
    for (int i = 0; !all(ended); i++) {
      String task = "end-" + i;
      int home = Utils.toPositive(Utils.murmur2(bytes(task))) % partitions;
      if (!ended[home]) {
        feed.send(event(task, "end-" + i, begin, BODIES[0] + ",\"replyRequested\":true"));
        feed.decide(task, Events.approval(task, null));
        ended[home] = true;
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
    String root = ROOTS[random.nextInt(ROOTS.length)];
    String task = random.nextInt(4) == 0 ? BUSY : root;
    String below = "";
    if (task.equals(root) && random.nextInt(3) == 0) {
      task = root + ".sub" + random.nextInt(2);
      below = ",\"rootTaskId\":\"%s\"".formatted(root);
    }
    return event(task, "e" + number, now(), BODIES[body] + asked + below);
  }

  private Instant now() {
    return begin.plusSeconds((long) SECONDS * number);
  }

  /** It begins, its root is rejected, and from then on it asks before each step. */
  private void belowHeld() {
    String rest = number == BELOW_HELD ? BODIES[0] : "\"type\":\"step_started\",\"step\":\"a\"";
    String proposed = number > BELOW_HELD ? ",\"proposed\":true" : "";
    String below = ",\"rootTaskId\":\"%s\"".formatted(HELD);
    publish(event(HELD + ".sub", "h" + number, now(), rest + proposed + below));
    if (number == BELOW_HELD) {
      feed.decide(HELD, Events.rejection(HELD, "d" + number));
    }
  }

  private AgentEvent late() {
    Instant before = begin.minusSeconds(600);
    return event(BUSY, "late" + number, before, BODIES[0] + ",\"replyRequested\":true");
  }

  private static AgentEvent event(String task, String eventId, Instant at, String rest) {
    return Events.json(
        "{\"taskId\":\"%s\",\"eventId\":\"%s\",\"occurredAt\":%d,\"tokens\":7,%s}"
            .formatted(task, eventId, at.toEpochMilli(), rest));
  }

  /** A person decides unasked, at a gate service or in the orchestrator. */
  private void decide() {
    String root = ROOTS[random.nextInt(ROOTS.length)];
    AgentEvent decision = Events.approval(root, null);
    decision.setEventId("d" + number);
    boolean orchestrator = random.nextInt(4) == 0;
    send(orchestrator ? TopicRole.AGENT_EVENTS : TopicRole.GATE_DECISIONS, root, decision);
  }

  /** Every fifth as a producer does that partitions by CRC32. */
  private void send(TopicRole topic, String key, AgentEvent event) {
    CRC32 crc = new CRC32();
    crc.update(bytes(key));
    boolean librdkafka = random.nextInt(5) == 0;
    feed.send(topic, librdkafka ? (int) (crc.getValue() % partitions) : null, key, event);
  }

  private void bad() {
    byte[] key = bytes(BUSY);
    AgentEvent event = event(BUSY, "bad" + number, begin, BODIES[0]);
    byte[] good = feed.encode(TopicRole.AGENT_EVENTS, event);
    switch (random.nextInt(6)) {
      case 0 -> feed.raw(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(good, good.length - 3));
      case 1 -> feed.raw(TopicRole.AGENT_EVENTS, null, key, bytes("{}"));
      case 2 -> feed.raw(TopicRole.AGENT_EVENTS, null, key, null);
      case 3 -> feed.raw(TopicRole.AGENT_EVENTS, null, bytes("another"), good);
      case 4 -> feed.send(TopicRole.GATE_DECISIONS, null, BUSY, event);
      default -> feed.decide(BUSY, Events.approval(BUSY, "no-such-gate"));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
