package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Requests among agents that arrive at once, one per task. Each task made a similar request before,
 * worded so differently that words alone cannot decide. Each expects a reply.
 */
final class Burst {

  /** Prefix of its task ids. */
  private static final String TASK = "burst-";

  /** Suffix of the ids of events that request a reply. */
  private static final String AGAIN = "-again";

  private static final String CONSONANTS = "bcdfghklmnprstvwxzjq";
  private static final String VOWELS = "aeiou";
  private static final int LETTERS = 8;

  private final int size;
  private final BitSet answered;
  private long begun;
  private long lastAnswer;

  /**
   * @param size requests, at least 0
   */
  Burst(int size) {
    this.size = size;
    answered = new BitSet(size);
  }

  int size() {
    return size;
  }

  /** Emits the initial request of each task. */
  void before(Consumer<AgentEvent> taker) {
    for (int task = 0; task < size; task++) {
      taker.accept(before(task));
    }
  }

  static AgentEvent before(int task) {
    return request(task, "", "Write unit tests for the %s parser", false);
  }

  static AgentEvent again(int task) {
    return request(task, AGAIN, "Please create unit tests for the %s parser", true);
  }

  private static AgentEvent request(int task, String ending, String text, boolean asks) {
    String name = TASK + task;
    return new AgentEvent(
        name + ending,
        name,
        null,
        null,
        null,
        "dev",
        null,
        Instant.now(),
        null,
        null,
        asks,
        new CollaborationRequested("tester", text.formatted(word(task))));
  }

  /** A word of lower-case letters, different for each number; digits would separate requests. */
  static String word(int number) {
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
  Thread start(Bed bed, OpenLoop loop) {
    Thread sending = new Thread(() -> send(bed, loop), "bench-burst");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // an unpublished event shows up as a missing
  // reply
  private void send(Bed bed, OpenLoop loop) {
    Map<String, Object> config = Map.of(ProducerConfig.LINGER_MS_CONFIG, 5);
    String topic = bed.topics().name(TopicRole.AGENT_EVENTS);
    try (KafkaProducer<String, AgentEvent> producer = bed.producer(config)) {
      loop.awaitTiming();
      synchronized (this) {
        begun = System.nanoTime();
      }
      for (int task = 0; task < size; task++) {
        AgentEvent event = again(task);
        producer.send(new ProducerRecord<>(topic, event.getTaskId(), event));
      }
    }
  }

  /**
   * Records the reply to any event.
   *
   * @throws IllegalStateException for a second reply to an event of the burst
   */
  synchronized void answered(String eventId) {
    if (!eventId.startsWith(TASK) || !eventId.endsWith(AGAIN)) {
      return;
    }
    int task =
        Integer.parseInt(eventId.substring(TASK.length(), eventId.length() - AGAIN.length()));
    if (answered.get(task)) {
      throw new IllegalStateException(eventId + " got two replies");
    }
    answered.set(task);
    lastAnswer = System.nanoTime();
  }

  /** Number of requests without a reply. */
  synchronized int open() {
    return size - answered.cardinality();
  }

  /** Seconds from the first request until the last reply; 0 without requests. */
  synchronized double seconds() {
    return size == 0 ? 0 : (lastAnswer - begun) / 1e9;
  }
}
