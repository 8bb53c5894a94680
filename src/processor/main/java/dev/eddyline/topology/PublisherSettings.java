package dev.eddyline.topology;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of a producer outside the topologies. */
public final class PublisherSettings {

  private static final int LONGEST_REQUEST_MS = 10_000;

  private PublisherSettings() {}

  /**
   * The properties of an idempotent producer that sends at once.
   *
   * @param block longest wait of a send, for metadata or for the producer's memory
   * @param delivery longest time from a send to its acknowledgement or failure
   */
  public static Map<String, Object> of(Settings settings, Duration block, Duration delivery) {
    int deliveryMillis = (int) delivery.toMillis();
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, StreamsSettings.MAX_REQUEST_BYTES);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, block.toMillis());
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(LONGEST_REQUEST_MS, deliveryMillis));
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMillis);
    return config;
  }
}
