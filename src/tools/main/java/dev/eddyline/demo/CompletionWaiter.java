package dev.eddyline.demo;

import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until all inputs are processed and committed, and all outputs that they caused are read.
 */
final class CompletionWaiter {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final Admin admin;
  private final String group;
  private final List<TopicPartition> inputs;
  private final List<Supplier<Map<TopicPartition, Long>>> readerPositionSuppliers;

  /**
   * Watches a consumer group and the readers of its outputs.
   *
   * @param readerPositions the next offsets of each reader
   */
  CompletionWaiter(
      Admin admin,
      String group,
      TopicCatalogue topics,
      List<Supplier<Map<TopicPartition, Long>>> readerPositions) {
    this.admin = admin;
    this.group = group;
    this.readerPositionSuppliers = List.copyOf(readerPositions);
    inputs =
        topics.inputs().stream()
            .flatMap(
                topic ->
                    java.util.stream.IntStream.range(0, topic.partitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
            .toList();
  }

  /**
   * Waits until everything is processed.
   *
   * @throws TimeoutException when it takes longer than this
   */
  void await(Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + limit.toNanos();
    while (!isAllInputProcessedAndOutputRead()) {
      if (System.nanoTime() > end) {
        throw new TimeoutException(
            "the events were not processed within %d s".formatted(limit.toSeconds()));
      }
      Thread.sleep(POLL_INTERVAL.toMillis());
    }
  }

  private boolean isAllInputProcessedAndOutputRead()
      throws InterruptedException, ExecutionException {
    Map<TopicPartition, Long> processed = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    committed.forEach(
        (partition, offset) -> processed.put(partition, offset == null ? 0 : offset.offset()));
    if (!havePositionsReachedEndOffsets(processed, inputs)) {
      return false;
    }
    for (Supplier<Map<TopicPartition, Long>> reader : readerPositionSuppliers) {
      Map<TopicPartition, Long> positions = reader.get();
      if (!havePositionsReachedEndOffsets(positions, positions.keySet())) {
        return false;
      }
    }
    return true;
  }

  private boolean havePositionsReachedEndOffsets(
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
