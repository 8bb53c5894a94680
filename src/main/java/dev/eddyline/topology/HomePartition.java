package dev.eddyline.topology;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Where Kafka's own clients in Java put a key; librdkafka's default puts it elsewhere. */
public final class HomePartition {

  private HomePartition() {}

  /** The murmur2 partition of a key among this many. */
  public static int of(String key, int partitions) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
  }
}
