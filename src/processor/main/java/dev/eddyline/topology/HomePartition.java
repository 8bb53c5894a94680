package dev.eddyline.topology;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** The partition that Kafka's Java clients choose for a key; librdkafka's default differs. */
public final class HomePartition {

  private HomePartition() {}

  /** The murmur2 partition of a key, among this number of partitions. */
  public static int of(String key, int partitions) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
  }
}
