package dev.eddyline.bench.measure;

import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.BitSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Requests among agents that arrive at once, one per task. Each task made a similar request before,
 * worded so differently that words alone cannot decide. Each expects a reply.
 */
final class RequestBurst {

  /** Prefix of its task ids. */
  private static final String TASK_ID_PREFIX = "burst-";

  /** Suffix of the ids of events that request a reply. */
  private static final String REPEATED_REQUEST_ID_SUFFIX = "-again";

  private static final String CONSONANTS = "bcdfghklmnprstvwxzjq";
  private static final String VOWELS = "aeiou";
  private static final int LETTERS = 8;

  private final int size;
  private final BitSet replied;
  private long startNanos;
  private long lastReplyNanos;

  /**
   * @param size requests, at least 0
   */
  RequestBurst(int size) {
    this.size = size;
    replied = new BitSet(size);
  }

  int size() {
    return size;
  }

  /** Emits the initial request of each task. */
  void initialRequest(Consumer<AgentEvent> receiver) {
    for (int task = 0; task < size; task++) {
      receiver.accept(initialRequest(task));
    }
  }

  static AgentEvent initialRequest(int task) {
    return request(task, "", "Write unit tests for the %s parser", false);
  }

  static AgentEvent repeatedRequest(int task) {
    return request(
        task, REPEATED_REQUEST_ID_SUFFIX, "Write thorough unit tests for the %s parser", true);
  }

  private static AgentEvent request(
      int task, String idSuffix, String text, boolean replyRequested) {
    String name = TASK_ID_PREFIX + task;
    return new AgentEvent(
        name + idSuffix,
        name,
        null,
        null,
        null,
        "dev",
        null,
        Instant.now(),
        null,
        null,
        replyRequested,
        new CollaborationRequested("tester", text.formatted(syntheticWord(task))),
        null,
        null);
  }

  /** A word of lower-case letters, different for each number; digits would separate requests. */
  static String syntheticWord(int number) {
    StringBuilder word = new StringBuilder();
    int rest = number;
    while (word.length() < LETTERS) {
      word.append(CONSONANTS.charAt(rest % CONSONANTS.length()));
      word.append(VOWELS.charAt(number % VOWELS.length()));
      rest /= CONSONANTS.length();
    }
    return word.toString();
  }

  /** Publishes all requests as fast as possible once the open loop times replies. */
  Thread startSending(TopicFixture fixture, OpenLoopLoad openLoop) {
    Thread sending = new Thread(() -> send(fixture, openLoop), "bench-burst");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // an unpublished event shows up as a missing
  // reply
  private void send(TopicFixture fixture, OpenLoopLoad openLoop) {
    String topic = fixture.topics().name(TopicRole.AGENT_EVENTS);
    try (KafkaProducer<String, AgentEvent> producer = fixture.producer()) {
      openLoop.awaitTimingStart();
      synchronized (this) {
        startNanos = System.nanoTime();
      }
      for (int task = 0; task < size; task++) {
        AgentEvent event = repeatedRequest(task);
        producer.send(new ProducerRecord<>(topic, event.getTaskId(), event));
      }
    }
  }

  /**
   * Records the reply to any event.
   *
   * @throws IllegalStateException for a second reply to an event of the burst
   */
  synchronized void replied(String eventId) {
    if (!eventId.startsWith(TASK_ID_PREFIX) || !eventId.endsWith(REPEATED_REQUEST_ID_SUFFIX)) {
      return;
    }
    int task =
        Integer.parseInt(
            eventId.substring(
                TASK_ID_PREFIX.length(), eventId.length() - REPEATED_REQUEST_ID_SUFFIX.length()));
    if (replied.get(task)) {
      throw new IllegalStateException(eventId + " got two replies");
    }
    replied.set(task);
    lastReplyNanos = System.nanoTime();
  }

  /** Number of requests without a reply. */
  synchronized int pendingReplyCount() {
    return size - replied.cardinality();
  }

  /** Seconds from the first request until the last reply; 0 without requests. */
  synchronized double durationSeconds() {
    return size == 0 ? 0 : (lastReplyNanos - startNanos) / 1e9;
  }
}
