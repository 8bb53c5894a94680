package dev.eddyline.meaning;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Creates the Kafka clients of the workers that run the sentence model. */
record MeaningClients(Settings settings, int maxRecordBytes) {

  /** Maximum records per poll, which bounds the repeated work after a crash. */
  private static final String BATCH = "64";

  /** The consumer group and client id of the workers. */
  static String group(String applicationId) {
    return applicationId + "-meaning";
  }

  /** A read_committed consumer in the workers' group. */
  Consumer<byte[], byte[]> consumer() {
    Map<String, Object> config = new HashMap<>(settings.consumer());
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    common(config);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group(settings.get(Setting.APPLICATION_ID)));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
    // also answers requests from before the first start
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** An idempotent producer; duplicate answers have no effect. */
  Producer<byte[], byte[]> producer() {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    common(config);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRecordBytes);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void common(Map<String, Object> config) {
    config.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(CommonClientConfigs.CLIENT_ID_CONFIG, group(settings.get(Setting.APPLICATION_ID)));
  }
}
