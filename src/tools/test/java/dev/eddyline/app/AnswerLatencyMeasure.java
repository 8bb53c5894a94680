package dev.eddyline.app;

import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TaskQueries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Measures the latency of replies, from sending a request to reading the committed verdict: for a
 * proposed step, which needs one commit, and for a subtask's loop with the root on another
 * partition, which needs two (specification, section 7). Requests are sent in an open loop at
 * random times and timed from their due time. It has no pass criterion: commit latency depends on
 * the machine, so the time from decision to reading is printed too.
 *
 * <pre>
 * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/tools -am \
 *   -Dmdep.outputFile=target/classpath
 * java -cp src/tools/target/test-classes:src/tools/target/classes:$(cat src/tools/target/classpath) \
 *     dev.eddyline.app.AnswerLatencyMeasure
 * </pre>
 */
public final class AnswerLatencyMeasure implements AutoCloseable {

  private static final String PREFIX = "latency-";
  private static final int PARTITIONS = 4;
  private static final int COMMIT_MS = 100;
  private static final int WARM_UP = 150;
  private static final int EACH = 300;

  /**
   * Mean time between two requests, at random moments, so that they cover the commit interval
   * evenly.
   */
  private static final double PAUSE_MS = 25;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** When a reply was read, in nanoseconds, and how many milliseconds after its decision. */
  private record Answer(long readAt, long afterDecision) {}

  /** Latencies in milliseconds, in ascending order. */
  private record Latencies(double[] sorted) {

    Latencies {
      Arrays.sort(sorted);
    }

    /** The percentile for this share. */
    double percentile(double percent) {
      int rank = (int) Math.ceil(percent / 100 * sorted.length);
      return sorted[Math.max(0, rank - 1)];
    }
  }

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Random moments = new Random(7);
  private final Application application;
  private final TopicCatalogue topics;
  private final EventFeed feed;
  private final OutputFeed outputs;
  private final KafkaProducer<byte[], byte[]> producer;
  private volatile CountDownLatch missing = new CountDownLatch(0);

  private AnswerLatencyMeasure(TestCluster cluster) {
    topics = cluster.createTopics(PREFIX, PARTITIONS);
    String commit = Integer.toString(COMMIT_MS);
    application = Application.start(cluster.settings(PREFIX, Map.of("commit.interval.ms", commit)));
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    outputs = new OutputFeed(cluster.bootstrap(), feed.registry(), topics, this::read);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrap(), "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Prints the latencies. */
  public static void main(String[] args) throws InterruptedException {
    try (AnswerLatencyMeasure measure = new AnswerLatencyMeasure(TestCluster.shared())) {
      measure.run("warm-up", WARM_UP);
      measure.run("measured", EACH);
    }
  }

  private void run(String name, int number) throws InterruptedException {
    List<AgentEvent> before = new ArrayList<>();
    List<AgentEvent> questions = new ArrayList<>();
    List<AgentEvent> loops = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      questions.add(proposal(name + "-question-" + i));
      String root = name + "-root-" + i;
      String subtask = subtaskIdOnOtherPartition(root);
      before.add(failure(root, subtask, true));
      loops.add(failure(root, subtask, false));
    }
    ask(before);
    List<AgentEvent> inTurn =
        IntStream.range(0, number)
            .boxed()
            .flatMap(i -> Stream.of(questions.get(i), loops.get(i)))
            .toList();
    Map<String, Long> due = ask(inTurn);
    System.out.printf(
        "%s: %d of each, commit.interval.ms %d, %d partitions%n",
        name, number, COMMIT_MS, PARTITIONS);
    Latencies ofQuestions =
        printLatencyRow("a proposed step", latenciesSinceDueTime(questions, due));
    printLatencyRow("  after decision", latenciesSinceDecision(questions));
    Latencies ofLoops = printLatencyRow("a subtask's loop", latenciesSinceDueTime(loops, due));
    printLatencyRow("  after decision", latenciesSinceDecision(loops));
    System.out.printf(
        Locale.ROOT,
        "loop : proposed step      %.2f : 1                %.2f : 1%n",
        ofLoops.percentile(50) / ofQuestions.percentile(50),
        ofLoops.percentile(99) / ofQuestions.percentile(99));
  }

  private Latencies latenciesSinceDueTime(List<AgentEvent> events, Map<String, Long> due) {
    return new Latencies(
        events.stream()
            .map(AgentEvent::getEventId)
            .mapToDouble(id -> (answers.get(id).readAt() - due.get(id)) / 1e6)
            .toArray());
  }

  private Latencies latenciesSinceDecision(List<AgentEvent> events) {
    return new Latencies(
        events.stream()
            .mapToDouble(event -> answers.get(event.getEventId()).afterDecision())
            .toArray());
  }

  private static Latencies printLatencyRow(String what, Latencies latencies) {
    double median = latencies.percentile(50);
    double high = latencies.percentile(99);
    System.out.printf(
        Locale.ROOT,
        "%-18s p50 %4.0f ms = %.2f ×   p99 %4.0f ms = %.2f × the commit interval%n",
        what,
        median,
        median / COMMIT_MS,
        high,
        high / COMMIT_MS);
    return latencies;
  }

  private static AgentEvent proposal(String task) {
    return JsonEvents.json(
        "{\"taskId\":\"%s\",\"type\":\"step_started\",\"step\":\"build\",\"proposed\":true,\"replyRequested\":true}"
            .formatted(task));
  }

  private static String subtaskIdOnOtherPartition(String root) {
    int home = TaskQueries.homePartition(root, PARTITIONS);
    return Stream.iterate(1, number -> number + 1)
        .map(number -> root + "." + number)
        .filter(subtask -> TaskQueries.homePartition(subtask, PARTITIONS) != home)
        .findFirst()
        .orElseThrow();
  }

  private static AgentEvent failure(String root, String subtask, boolean asks) {
    AgentEvent event = JsonEvents.failure(subtask, "same");
    event.setRootTaskId(root);
    event.setReplyRequested(asks);
    return event;
  }

  /** Sends each event when it is due, then waits for all replies; returns the due times. */
  private Map<String, Long> ask(List<AgentEvent> events) throws InterruptedException {
    List<byte[]> values =
        events.stream().map(event -> feed.encode(TopicRole.AGENT_EVENTS, event)).toList();
    String topic = topics.name(TopicRole.AGENT_EVENTS);
    missing = new CountDownLatch(events.size());
    Map<String, Long> due = new HashMap<>();
    long next = System.nanoTime();
    for (int i = 0; i < events.size(); i++) {
      next += (long) (-Math.log(1 - moments.nextDouble()) * PAUSE_MS * 1e6);
      due.put(events.get(i).getEventId(), next);
      for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      byte[] key = events.get(i).getTaskId().getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(topic, key, values.get(i)));
    }
    if (!missing.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d of %d answers did not come within %s"
              .formatted(missing.getCount(), events.size(), LIMIT));
    }
    return due;
  }

  private void read(SpecificRecord output) {
    long now = System.nanoTime();
    if (output instanceof LoopVerdict verdict) {
      long afterDecision = System.currentTimeMillis() - verdict.getDecidedAt().toEpochMilli();
      if (answers.putIfAbsent(verdict.getEventId(), new Answer(now, afterDecision)) == null) {
        missing.countDown();
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    outputs.close();
    producer.close();
    feed.close();
    application.close();
  }
}
