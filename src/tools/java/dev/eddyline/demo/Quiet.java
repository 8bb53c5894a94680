package dev.eddyline.demo;

import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Tells when all that was published has been taken, and all that followed from it was seen. */
public final class Quiet {

  private static final Duration BETWEEN = Duration.ofMillis(200);

  private final Admin admin;
  private final String group;
  private final List<TopicPartition> inputs;
  private final OutputFeed feed;

  /** Watches the group's inputs and the feed's outputs. */
  public Quiet(Admin admin, String group, TopicCatalogue topics, OutputFeed feed) {
    this.admin = admin;
    this.group = group;
    this.feed = feed;
    inputs =
        topics.inputs().stream()
            .flatMap(
                topic ->
                    java.util.stream.IntStream.range(0, topic.partitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
            .toList();
  }

  /**
   * Waits until it is quiet.
   *
   * @throws TimeoutException when it is not after this time
   */
  public void await(Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + limit.toNanos();
    while (!isQuiet()) {
      if (System.nanoTime() > end) {
        throw new TimeoutException(
            "The events were not through after %d s".formatted(limit.toSeconds()));
      }
      Thread.sleep(BETWEEN.toMillis());
    }
  }

  private boolean isQuiet() throws InterruptedException, ExecutionException {
    Map<TopicPartition, Long> taken = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    committed.forEach(
        (partition, offset) -> taken.put(partition, offset == null ? 0 : offset.offset()));
    return reached(taken, inputs) && reached(feed.positions(), feed.positions().keySet());
  }

  private boolean reached(
      Map<TopicPartition, Long> positions, java.util.Collection<TopicPartition> partitions)
      throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    var ends =
        admin
            .listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
            .all()
            .get();
    return !ends.isEmpty()
        && ends.entrySet().stream()
            .allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue().offset());
  }
}
