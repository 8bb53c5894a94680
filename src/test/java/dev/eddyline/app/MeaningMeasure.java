package dev.eddyline.app;

import dev.eddyline.meaning.SentenceModel;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Measures what a burst of requests costs that only their meaning settles: how many texts the
 * sentence model takes in a second on one thread; how long the verdicts of other tasks of the same
 * partition take, from record to decision, before the burst and during it; and when the last of the
 * burst has its verdict. It judges nothing.
 *
 * <pre>
 * mvn -q package -DskipTests dependency:build-classpath -Dmdep.outputFile=target/classpath.txt
 * java -cp target/test-classes:target/classes:$(cat target/classpath.txt) \
 *     dev.eddyline.app.MeaningMeasure
 * </pre>
 */
public final class MeaningMeasure {

  private static final String PREFIX = "burst-";
  private static final int BURST = 10_000;
  private static final int WATCHED = 200;
  private static final int TEXTS = 2_000;

  private MeaningMeasure() {}

  /**
   * Prints the figures.
   *
   * @param args number of requests that repeat one, 10,000 if left out; and a policy's file to hold
   *     them against, under which none is settled by its meaning
   */
  public static void main(String[] args) throws InterruptedException {
    int burst = args.length == 0 ? BURST : Integer.parseInt(args[0]);
    Map<String, String> policy = args.length < 2 ? Map.of() : Map.of("policy", args[1]);
    if (policy.isEmpty()) {
      model();
    }
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 1);
    try (Application application = Application.start(cluster.settings(PREFIX, policy));
        Feed feed = new Feed(cluster.bootstrap(), cluster.registryUrl(), topics);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      watch(feed, "before");
      long begun = System.nanoTime();
      for (int task = 0; task < burst; task++) {
        send(producer, feed, topics, task, "Write unit tests for the %s parser");
      }
      for (int task = 0; task < burst; task++) {
        send(producer, feed, topics, task, "Please create unit tests for the %s parser");
      }
      producer.flush();
      System.out.printf(
          Locale.ROOT, "%,d requests published in %.1f s%n", 2 * burst, seconds(begun));
      watch(feed, "during");
      while (policy.isEmpty() && loops(feed) < burst) {
        TimeUnit.SECONDS.sleep(1);
      }
      System.out.printf(
          Locale.ROOT,
          "all %,d told %.1f s after the first was published; still running: %s%n",
          loops(feed),
          seconds(begun),
          !application.failed());
      watch(feed, "after");
    }
  }

  private static void model() {
    SentenceModel model = SentenceModel.shared();
    for (int round = 0; round < 3; round++) {
      long begun = System.nanoTime();
      for (int text = 0; text < TEXTS; text++) {
        model.vector(
            "create unit tests for the %s parser and its error messages"
                .formatted(name(round * TEXTS + text)));
      }
      System.out.printf(
          Locale.ROOT, "sentence model, one thread: %.0f texts/s%n", TEXTS / seconds(begun));
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer,
      Feed feed,
      TopicCatalogue topics,
      int task,
      String request) {
    String line =
        ("{\"taskId\":\"burst-%d\",\"agentId\":\"dev\",\"type\":\"collaboration_requested\","
                + "\"toAgent\":\"tester\",\"request\":\"%s\"}")
            .formatted(task, request.formatted(name(task)));
    producer.send(
        new ProducerRecord<>(
            topics.name(TopicRole.AGENT_EVENTS),
            ("burst-" + task).getBytes(StandardCharsets.UTF_8),
            feed.encode(TopicRole.AGENT_EVENTS, Events.json(line))));
  }

  /** Other tasks fail twice; from the second one's record to its verdict's decision. */
  private static void watch(Feed feed, String when) throws InterruptedException {
    Map<String, Long> sent = new HashMap<>();
    for (int task = 0; task < WATCHED; task++) {
      String name = when + "-" + task;
      feed.send(Events.failure(name, "same"));
      feed.send(Events.failure(name, "same"));
      sent.put(name, System.currentTimeMillis());
      TimeUnit.MILLISECONDS.sleep(10);
    }
    List<LoopVerdict> told = List.of();
    while (told.size() < WATCHED) {
      TimeUnit.MILLISECONDS.sleep(500);
      told = feed.verdicts().stream().filter(it -> sent.containsKey(it.getTaskId())).toList();
    }
    long[] took =
        told.stream()
            .mapToLong(it -> it.getDecidedAt().toEpochMilli() - sent.get(it.getTaskId()))
            .map(millis -> Math.max(0, millis))
            .sorted()
            .toArray();
    System.out.printf(
        "other tasks %s: p50 %d ms, p99 %d ms, most %d ms from sent to decided; %d of the burst told%n",
        when,
        took[took.length / 2],
        took[took.length * 99 / 100],
        Arrays.stream(took).max().orElse(0),
        loops(feed));
  }

  private static int loops(Feed feed) {
    return (int)
        feed.verdicts().stream()
            .filter(verdict -> verdict.getLoopType() == LoopType.COLLABORATION_LOOP)
            .count();
  }

  /** A word of small letters, another for each number. */
  private static String name(int number) {
    StringBuilder word = new StringBuilder();
    for (int rest = number; word.length() < 8; rest /= 20) {
      word.append("bcdfghklmnprstvwxzjq".charAt(rest % 20)).append("aeiou".charAt(number % 5));
    }
    return word.toString();
  }
}
