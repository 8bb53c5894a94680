package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.topology.HomePartition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends a running application the order to erase its state under a key, and waits for it. */
public final class TaskStateEraser {

  /** Longest wait until the partitions have processed the order. */
  private static final Duration ERASURE_ORDER_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration COMMITTED_OFFSET_POLL_INTERVAL = Duration.ofMillis(200);

  private final Settings settings;
  private final TopicCatalogue topics;
  private final String topic;
  private final int partitions;

  /**
   * An eraser for the application of these settings.
   *
   * @param partitions partition count of the inputs
   */
  public TaskStateEraser(Settings settings, TopicCatalogue topics, int partitions) {
    this.settings = settings;
    this.topics = topics;
    this.partitions = partitions;
    topic = topics.name(TopicRole.EDDYLINE_SIGNALS);
  }

  /**
   * Checks that the Kafka user has all rights for an erasure.
   *
   * @param erasable topics from which single records are erased
   * @throws MissingRightException with every right that is missing
   */
  public void requireErasureAcls(Collection<TopicSpec> erasable) {
    AclChecker.requireErasureAcls(
        Application.admin(settings), settings.get(Setting.APPLICATION_ID), topics, erasable);
  }

  /**
   * Erases the state under a key in every partition, including what subtasks store about their
   * root.
   *
   * @return whether every partition has processed the order; otherwise it does so when it runs
   * @throws ClusterUnreachableException when the order could not be published to all partitions:
   *     retry
   */
  public boolean eraseStateOfKey(String key) {
    try {
      Map<TopicPartition, Long> orders = publishErasureOrders(key);
      return awaitOrdersProcessed(orders);
    } catch (ExecutionException failure) {
      throw new ClusterUnreachableException(
          "the erasure order could not be published: " + failure.getCause().getMessage(),
          failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted while a task was erased", interrupted);
    }
  }

  /** Publishes the order to each partition; returns its offsets. */
  private Map<TopicPartition, Long> publishErasureOrders(String key)
      throws ExecutionException, InterruptedException {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) Application.CLUSTER_TIMEOUT.toMillis());
    String id = UUID.randomUUID().toString();
    Map<TopicPartition, Long> orders = new HashMap<>();
    try (SchemaRegistry registry =
            new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT);
        KafkaProducer<String, Signal> producer =
            new KafkaProducer<>(
                config, new StringSerializer(), new AvroSerializer<>(Signal.class, registry))) {
      for (int partition = 0; partition < partitions; partition++) {
        Forgetting order =
            new Forgetting(
                id,
                key,
                partition,
                new Source(topic, partition, -1L, 0),
                Instant.now(),
                HomePartition.of(key, partitions) == partition);
        long offset =
            producer
                .send(new ProducerRecord<>(topic, partition, key, new Signal(order)))
                .get()
                .offset();
        orders.put(new TopicPartition(topic, partition), offset);
      }
    }
    return orders;
  }

  private boolean awaitOrdersProcessed(Map<TopicPartition, Long> orders)
      throws ExecutionException, InterruptedException {
    String group = settings.get(Setting.APPLICATION_ID);
    long end = System.nanoTime() + ERASURE_ORDER_TIMEOUT.toNanos();
    try (Admin admin = Admin.create(Application.admin(settings))) {
      while (true) {
        Map<TopicPartition, OffsetAndMetadata> committed =
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
        boolean processed =
            orders.entrySet().stream()
                .allMatch(
                    order -> {
                      OffsetAndMetadata now = committed.get(order.getKey());
                      return now != null && now.offset() > order.getValue();
                    });
        if (processed || System.nanoTime() > end) {
          return processed;
        }
        TimeUnit.MILLISECONDS.sleep(COMMITTED_OFFSET_POLL_INTERVAL.toMillis());
      }
    }
  }
}
