package dev.eddyline.cluster;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** The configuration of consumers that read whole topics. */
public final class CommittedReads {

  private CommittedReads() {}

  /**
   * A new configuration, which the caller may complete: without a group, committed records only,
   * from a topic's begin unless the reader seeks.
   *
   * @param config consumer configuration, including the brokers' addresses
   */
  public static Map<String, Object> withoutGroup(Map<String, ?> config) {
    Map<String, Object> reading = new HashMap<>(config);
    reading.remove(ConsumerConfig.GROUP_ID_CONFIG);
    reading.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return reading;
  }
}
