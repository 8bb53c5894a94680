package dev.eddyline.topology;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.cluster.TopicsNotReadyException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Creates the Kafka clients of a process that works on a topic in a consumer group. */
public final class GroupClients {

  /** Timeout of cluster requests. */
  public static final Duration LIMIT = Duration.ofSeconds(20);

  private final Settings settings;
  private final String group;
  private final int maxRecordsPerPoll;
  private final Duration maxPollInterval;

  /**
   * Clients of the configured cluster.
   *
   * @param suffix what the group's name adds to the application id
   * @param maxRecordsPerPoll most records of one poll
   * @param maxPollInterval longest time between two polls, after which the group has others do the
   *     work
   */
  public GroupClients(
      Settings settings, String suffix, int maxRecordsPerPoll, Duration maxPollInterval) {
    this.settings = settings;
    this.group = settings.get(Setting.APPLICATION_ID) + suffix;
    this.maxRecordsPerPoll = maxRecordsPerPoll;
    this.maxPollInterval = maxPollInterval;
  }

  /** The name of the consumer group. */
  public String group() {
    return group;
  }

  /** A read_committed consumer that continues at the group's committed offsets. */
  public Consumer<String, byte[]> consumer() {
    Map<String, Object> config = new HashMap<>(settings.consumer());
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    common(config);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxRecordsPerPoll);
    config.put(
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
        (int) Math.min(Integer.MAX_VALUE, maxPollInterval.toMillis()));
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** A producer. */
  public Producer<String, byte[]> producer() {
    Map<String, Object> config = new HashMap<>(settings.producer());
    common(config);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) LIMIT.toMillis());
    return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
  }

  private void common(Map<String, Object> config) {
    config.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(CommonClientConfigs.CLIENT_ID_CONFIG, group);
  }

  /** An admin client. */
  public Admin admin() {
    Map<String, Object> config = new HashMap<>(settings.admin());
    common(config);
    config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
    config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis() / 2);
    return KafkaClients.create(config, () -> Admin.create(config));
  }

  /**
   * Checks that topics exist.
   *
   * @throws TopicsNotReadyException if one does not
   * @throws ClusterUnreachableException if no broker responds
   */
  public void requireTopics(List<String> topics) {
    try (Admin admin = admin()) {
      admin.describeTopics(topics).allTopicNames().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new TopicsNotReadyException(
            List.of(
                String.join(" or ", topics)
                    + ": does not exist; create it with `eddyline topics --create`"));
      }
      throw new ClusterUnreachableException(
          "cannot check the topics of %s: %s".formatted(group, failed.getCause()),
          failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted during startup", interrupted);
    }
  }
}
