package dev.eddyline.app;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TaskQueries;
import dev.eddyline.work.RestartingThread;
import io.micrometer.core.instrument.Counter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes each partition of this instance end to end: it publishes an event that requests a reply,
 * and reads its committed verdict. The canary age is the time since the newest replied event was
 * published; it grows while any step is stalled. Its tasks ({@link CanaryTasks}) only start, so no
 * detector finds a loop and no session is signalled.
 */
final class Canary implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Canary.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(2);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(3);

  /**
   * Longest interval. The alert on the canary age waits for 120 s: four default intervals, two of
   * the longest.
   */
  private static final int MAX_INTERVAL_SECONDS = 60;

  /** How long a reply to the newest event may take before the canary is an obstacle. */
  private static final Duration LONGEST_REPLY = Duration.ofSeconds(15);

  private final Settings settings;
  private final String events;
  private final String verdicts;
  private final int partitions;
  private final long intervalMillis;
  private final AvroSerializer<AgentEvent> serializer;
  private final Supplier<Set<Integer>> activePartitions;
  private final Metrics metrics;
  private final Counter failures;
  private final PartitionAges replies;

  private final RestartingThread thread =
      new RestartingThread("canary", it -> run(), this::onFailure, CLEAN_CLOSE, FORCED_CLOSE);

  private long nextPublishMillis;

  /**
   * A canary that is not started yet.
   *
   * @param partitions partition count of the inputs
   * @param active the partitions that are assigned to this instance
   */
  Canary(
      Settings settings,
      TopicCatalogue topics,
      int partitions,
      SchemaRegistry registry,
      Supplier<Set<Integer>> active,
      Metrics metrics) {
    this.settings = settings;
    this.partitions = partitions;
    this.activePartitions = active;
    this.metrics = metrics;
    events = topics.name(TopicRole.AGENT_EVENTS);
    verdicts = topics.name(TopicRole.LOOP_VERDICTS);
    Duration interval = Duration.ofSeconds(intervalSeconds(settings));
    intervalMillis = interval.toMillis();
    replies = agesOfReplies(InstantSource.system(), interval);
    serializer = new AvroSerializer<>(AgentEvent.class, registry);
    failures = metrics.canaryFailures();
  }

  /**
   * Ages that count from the publication of the newest replied event.
   *
   * @param interval the time between two events of a partition; one of them may be lost
   */
  static PartitionAges agesOfReplies(InstantSource clock, Duration interval) {
    Duration maxAge = interval.multipliedBy(2).plus(LONGEST_REPLY);
    return new PartitionAges(clock, maxAge, "canary", "publishes no verdict");
  }

  /** Seconds between two events; 0 disables the canary. */
  static int intervalSeconds(Settings settings) {
    return settings.integer(Setting.CANARY_EVERY, 0, MAX_INTERVAL_SECONDS);
  }

  /** The canary's task id for a partition: the first that has it as home. */
  static String canaryTaskIdFor(int partition, int partitions) {
    int number = 0;
    String task;
    do {
      task = CanaryTasks.PREFIX + partition + "-" + number++;
    } while (TaskQueries.homePartition(task, partitions) != partition);
    return task;
  }

  /**
   * Starts probing.
   *
   * @param onFailure called when an error ended the canary
   */
  Canary start(Consumer<Throwable> onFailure) {
    thread.withUncaughtErrorListener(onFailure).start();
    return this;
  }

  /** Age of each partition's canary, seconds. */
  Map<Integer, Long> ages() {
    Map<Integer, Long> ages = new TreeMap<>();
    replies
        .partitions()
        .forEach(partition -> ages.put(partition, (long) replies.ageSeconds(partition)));
    return ages;
  }

  /** The partition without a verdict for the longest time, if that is too long. */
  Optional<Obstacle> obstacle() {
    return replies.obstacle();
  }

  private void run() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer();
        KafkaProducer<byte[], byte[]> producer = producer()) {
      thread.repeatUntilClosed(() -> probeOnce(consumer, producer));
    }
  }

  private void probeOnce(
      KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer) {
    updateProbedPartitions(consumer);
    if (replies.partitions().isEmpty()) {
      thread.pause(POLL.toMillis());
    } else {
      publishCanaryEvents(producer);
      consumer.poll(POLL).forEach(this::recordCanaryReply);
    }
    thread.resetRetryBackoff();
  }

  private void onFailure(RuntimeException reason, long retryMillis) {
    failures.increment();
    LOG.atWarn()
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.toString())
        .log("canary failed: retrying");
  }

  /** Adds newly assigned partitions and removes revoked ones. */
  private void updateProbedPartitions(KafkaConsumer<byte[], byte[]> consumer) {
    Set<Integer> now = activePartitions.get();
    if (now.equals(replies.partitions()) && consumer.assignment().isEmpty() == now.isEmpty()) {
      return;
    }
    replies.partitions().stream()
        .filter(it -> !now.contains(it))
        .forEach(this::stopProbingPartition);
    // before any call to a broker: the age must grow where these calls fail
    now.forEach(this::startProbingPartition);
    int verdictPartitions = consumer.partitionsFor(verdicts).size();
    List<TopicPartition> wanted = new ArrayList<>();
    for (int partition : now) {
      int home =
          TaskQueries.homePartition(canaryTaskIdFor(partition, partitions), verdictPartitions);
      wanted.add(new TopicPartition(verdicts, home));
    }
    Set<TopicPartition> before = Set.copyOf(consumer.assignment());
    consumer.assign(wanted.stream().distinct().toList());
    List<TopicPartition> added = wanted.stream().filter(it -> !before.contains(it)).toList();
    consumer.seekToEnd(added);
    // resolve the end position now: a later one could skip the verdict
    added.forEach(consumer::position);
    nextPublishMillis = 0;
  }

  private void startProbingPartition(int partition) {
    replies.addPartition(partition);
    metrics.registerCanaryAgeGauge(partition, () -> replies.ageSeconds(partition));
  }

  private void stopProbingPartition(int partition) {
    metrics.removeCanaryAgeGauge(partition);
    replies.removePartition(partition);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback counts failures
  private void publishCanaryEvents(KafkaProducer<byte[], byte[]> producer) {
    long now = System.currentTimeMillis();
    if (now < nextPublishMillis) {
      return;
    }
    nextPublishMillis = now + intervalMillis;
    for (int partition : replies.partitions()) {
      String task = canaryTaskIdFor(partition, partitions);
      producer.send(
          new ProducerRecord<>(
              events,
              partition,
              task.getBytes(StandardCharsets.UTF_8),
              serializer.serialize(events, event(task))),
          (sent, failed) -> {
            if (failed != null && !thread.isClosed()) {
              failures.increment();
            }
          });
    }
  }

  private static AgentEvent event(String task) {
    return AgentEvent.newBuilder()
        .setEventId(UUID.randomUUID().toString())
        .setTaskId(task)
        .setAgentId(CanaryTasks.AGENT)
        .setOccurredAt(Instant.now())
        .setReplyRequested(true)
        .setBody(TaskStarted.newBuilder().setGoal("an answer").build())
        .build();
  }

  /** Records the reply of a verdict, which has the timestamp of its event. */
  private void recordCanaryReply(ConsumerRecord<byte[], byte[]> verdict) {
    String task = verdict.key() == null ? "" : new String(verdict.key(), StandardCharsets.UTF_8);
    if (CanaryTasks.isCanary(task)) {
      replies.onProgress(TaskQueries.homePartition(task, partitions), verdict.timestamp());
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> config = new HashMap<>(settings.consumer());
    config.remove("group.id");
    config.remove("group.instance.id");
    common(config);
    config.put("enable.auto.commit", "false");
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "latest");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private KafkaProducer<byte[], byte[]> producer() {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.remove("transactional.id");
    common(config);
    // an event that waited long would make the reply look recent
    config.put("delivery.timeout.ms", "10000");
    config.put("request.timeout.ms", "5000");
    config.put("max.block.ms", "5000");
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void common(Map<String, Object> config) {
    config.put("bootstrap.servers", settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put("client.id", settings.get(Setting.APPLICATION_ID) + "-canary");
  }

  /** Ends the canary. */
  @Override
  public void close() {
    thread.close();
  }
}
