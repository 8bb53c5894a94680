package dev.eddyline.evaluator;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicsNotReadyException;
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

/** Creates the Kafka clients of an evaluator. */
final class EvaluatorKafkaClients {

  /** Timeout of cluster requests. */
  static final Duration LIMIT = Duration.ofSeconds(20);

  /** Maximum requests per poll and commit. */
  private static final int MAX_REQUESTS_PER_POLL = 5;

  private final Settings settings;
  private final Duration maxJudgementTime;

  /**
   * Clients of the configured cluster.
   *
   * @param maxJudgementTime maximum time of one judgement
   */
  EvaluatorKafkaClients(Settings settings, Duration maxJudgementTime) {
    this.settings = settings;
    this.maxJudgementTime = maxJudgementTime;
  }

  /** The consumer group shared by all evaluators. */
  static String group(Settings settings) {
    return settings.get(Setting.APPLICATION_ID) + "-evaluator";
  }

  /** A read_committed consumer that continues at the group's committed offsets. */
  Consumer<String, byte[]> consumer() {
    Map<String, Object> config = new HashMap<>(settings.consumer());
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    common(config);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group(settings));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_REQUESTS_PER_POLL);
    // a slow judgement must not trigger a rebalance
    long most =
        maxJudgementTime
            .multipliedBy(MAX_REQUESTS_PER_POLL)
            .plus(LIMIT.multipliedBy(MAX_REQUESTS_PER_POLL))
            .toMillis();
    config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, (int) Math.min(Integer.MAX_VALUE, most));
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** A producer of answers. */
  Producer<String, byte[]> producer() {
    Map<String, Object> config = new HashMap<>(settings.producer());
    common(config);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) LIMIT.toMillis());
    return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
  }

  private void common(Map<String, Object> config) {
    config.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(CommonClientConfigs.CLIENT_ID_CONFIG, group(settings));
  }

  /** Throws if one of these topics does not exist. */
  void requireTopics(List<String> topics) {
    Map<String, Object> config = new HashMap<>(settings.admin());
    common(config);
    config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
    config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis() / 2);
    try (Admin admin = Admin.create(config)) {
      admin.describeTopics(topics).allTopicNames().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new TopicsNotReadyException(
            List.of(
                String.join(" or ", topics)
                    + ": does not exist; create it with `eddyline topics --create`"));
      }
      throw new ClusterUnreachableException(
          "cannot check the evaluator's topics: " + failed.getCause(), failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted during startup", interrupted);
    }
  }
}
