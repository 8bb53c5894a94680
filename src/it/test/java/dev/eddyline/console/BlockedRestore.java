package dev.eddyline.console;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Blocks the first changelog records of a restore until the test releases them. */
public final class BlockedRestore implements ConsumerInterceptor<byte[], byte[]> {

  /** Settings of a processor whose restore is blocked. */
  static final Map<String, String> SETTINGS =
      Map.of("restore.consumer.interceptor.classes", BlockedRestore.class.getName());

  private static volatile CountDownLatch begun = new CountDownLatch(1);
  private static volatile CountDownLatch released = new CountDownLatch(1);

  /** Blocks the next restore, also in a repeated test. */
  static void arm() {
    begun = new CountDownLatch(1);
    released = new CountDownLatch(1);
  }

  /** Whether a restore is blocked. */
  static boolean isBlocked() {
    return begun.getCount() == 0 && released.getCount() == 1;
  }

  static void release() {
    released.countDown();
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    begun.countDown();
    try {
      released.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void configure(Map<String, ?> settings) {}

  @Override
  public void close() {}
}
