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
 * Requests among agents that come all at once, each of a task of its own that asked for about the
 * same before, in other words: words leave open whether it is the same. Each asks for an answer.
 */
final class Burst {

  /** Begins every id of its tasks. */
  private static final String TASK = "burst-";

  /** Ends the id of every event that asks. */
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

  /** What each task asked for before. */
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

  /** A word of small letters, another for each number: digits would tell requests apart. */
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

  /** Publishes all of it, as fast as the brokers take it, once the loop's answers are timed. */
  Thread start(Bed bed, OpenLoop loop) {
    Thread sending = new Thread(() -> send(bed, loop), "bench-burst");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  @SuppressWarnings(
      "FutureReturnValueIgnored") // an event that is not published is missed when answers are
  // counted
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
   * Takes the answer to an event, of the burst or not.
   *
   * @throws IllegalStateException for a second answer to one of the burst
   */
  synchronized void answered(String eventId) {
    if (!eventId.startsWith(TASK) || !eventId.endsWith(AGAIN)) {
      return;
    }
    int task =
        Integer.parseInt(eventId.substring(TASK.length(), eventId.length() - AGAIN.length()));
    if (answered.get(task)) {
      throw new IllegalStateException(eventId + " was answered twice");
    }
    answered.set(task);
    lastAnswer = System.nanoTime();
  }

  /** Requests that are not answered yet. */
  synchronized int open() {
    return size - answered.cardinality();
  }

  /** Seconds from the first that was sent until the last answer; 0 where there is none. */
  synchronized double seconds() {
    return size == 0 ? 0 : (lastAnswer - begun) / 1e9;
  }
}
