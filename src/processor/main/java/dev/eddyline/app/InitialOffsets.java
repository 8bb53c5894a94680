package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Commits the first offsets of a new group: the beginning of each input. From then on a missing
 * offset means lost records, and the processor stops instead of silently starting elsewhere
 * (auto.offset.reset=none).
 */
final class InitialOffsets {

  private InitialOffsets() {}

  /** Commits the beginning of each input partition for which the group has no offset. */
  static void commitEarliestOffsets(
      Map<String, Object> config, String group, TopicCatalogue topics, int partitions) {
    try (Admin admin = Admin.create(config)) {
      Set<TopicPartition> unknown = inputPartitions(topics, partitions);
      unknown.removeAll(GroupOffsets.committedOffsets(admin, group).keySet());
      GroupOffsets.commitInitialOffsets(admin, group, earliestOffsets(admin, unknown));
    } catch (ExecutionException failed) {
      Optional<MissingRightException> refused = MissingRightException.findIn(failed, group);
      if (refused.isPresent()) {
        throw refused.get();
      }
      throw new ClusterUnreachableException(
          "the first offsets of group %s could not be committed: %s"
              .formatted(group, failed.getCause()),
          failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    }
  }

  private static Set<TopicPartition> inputPartitions(TopicCatalogue topics, int partitions) {
    Set<TopicPartition> inputs = new HashSet<>();
    topics
        .inputs()
        .forEach(
            topic ->
                IntStream.range(0, partitions)
                    .forEach(number -> inputs.add(new TopicPartition(topic.name(), number))));
    return inputs;
  }

  private static Map<TopicPartition, OffsetAndMetadata> earliestOffsets(
      Admin admin, Set<TopicPartition> partitions) throws ExecutionException, InterruptedException {
    if (partitions.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
    partitions.forEach(partition -> earliest.put(partition, OffsetSpec.earliest()));
    Map<TopicPartition, OffsetAndMetadata> beginnings = new HashMap<>();
    admin
        .listOffsets(earliest)
        .all()
        .get()
        .forEach(
            (partition, begin) -> beginnings.put(partition, new OffsetAndMetadata(begin.offset())));
    return Collections.unmodifiableMap(beginnings);
  }
}
