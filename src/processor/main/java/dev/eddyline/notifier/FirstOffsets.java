package dev.eddyline.notifier;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.topology.GroupClients;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a new target begins: at the changes that follow, not at those of the last months. */
final class FirstOffsets {

  private static final Logger LOG = LoggerFactory.getLogger(FirstOffsets.class);

  private FirstOffsets() {}

  /** Commits the ends of a topic's partitions if the group has no offsets yet. */
  static void commitEndsIfNew(GroupClients clients, String topic) {
    String group = clients.group();
    try (Admin admin = clients.admin()) {
      if (!admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().isEmpty()) {
        return;
      }
      LOG.atWarn()
          .addKeyValue("group", group)
          .log("target has no offsets: it starts with the next change of a gate");
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (TopicPartitionInfo partition :
          admin.describeTopics(List.of(topic)).topicNameValues().get(topic).get().partitions()) {
        latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
      }
      Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
      for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
          admin.listOffsets(latest).all().get().entrySet()) {
        ends.put(end.getKey(), new OffsetAndMetadata(end.getValue().offset()));
      }
      admin.alterConsumerGroupOffsets(group, ends).all().get();
    } catch (ExecutionException failed) {
      // another notifier of this target has just begun
      if (!(failed.getCause() instanceof UnknownMemberIdException)) {
        throw new ClusterUnreachableException(
            "cannot read the offsets of %s: %s".formatted(group, failed.getCause()),
            failed.getCause());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted during startup", interrupted);
    }
  }
}
