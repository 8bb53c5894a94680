package dev.eddyline.bench.process;

import dev.eddyline.app.Application;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Administers topics and consumer groups; each call returns or fails within a minute. */
final class ClusterAdmin implements AutoCloseable {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  private final Admin admin;

  /** Connects with these admin client settings. */
  ClusterAdmin(Map<String, Object> clients) {
    admin = Admin.create(clients);
  }

  /** Names of the topics with this prefix. */
  List<String> topics(String prefix) {
    return await(admin.listTopics().names()).stream()
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** Names of the consumer groups with this prefix. */
  List<String> groups(String prefix) {
    return await(admin.listGroups().all()).stream()
        .map(GroupListing::groupId)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** Deletes topics and consumer groups. */
  void delete(List<String> topics, List<String> groups) {
    await(admin.deleteTopics(topics).all());
    await(admin.deleteConsumerGroups(groups).all());
  }

  /** Commits offsets for a group without members. */
  void commitOffsets(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
    await(admin.alterConsumerGroupOffsets(group, offsets).all());
  }

  /** Committed offsets of a group. */
  Map<TopicPartition, OffsetAndMetadata> committedOffsets(String group) {
    return await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** Offsets of a topic, by partition. */
  Map<TopicPartition, Long> offsets(String topic, int partitions, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> requestedOffsets = new HashMap<>();
    IntStream.range(0, partitions)
        .forEach(number -> requestedOffsets.put(new TopicPartition(topic, number), which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    await(admin.listOffsets(requestedOffsets).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  /**
   * Creates a topic; returns when all brokers know it and its leaders take records, which may be
   * after the response. Before that, a leader can reject a producer's first batch and accept its
   * second: then it takes the first for out of order until that expires.
   */
  void create(String topic, int partitions, Map<String, String> config) {
    NewTopic wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty());
    await(admin.createTopics(List.of(wanted.configs(config))).all());
    long limit = System.nanoTime() + Application.CLUSTER_TIMEOUT.toNanos();
    while (!isKnown(topic)) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            "%s was created but not available within %d s"
                .formatted(topic, Application.CLUSTER_TIMEOUT.toSeconds()));
      }
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
    // asks the leaders, again and again while they are not ready
    offsets(topic, partitions, OffsetSpec.latest());
  }

  private boolean isKnown(String topic) {
    try {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .partitions()
          .stream()
          .allMatch(partition -> partition.leader() != null && !partition.leader().isEmpty());
    } catch (ExecutionException notYet) {
      if (notYet.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw toClusterException(notYet);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  @Override
  public void close() {
    admin.close();
  }

  private static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      throw toClusterException(failed);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private static IllegalStateException toClusterException(ExecutionException failed) {
    return new IllegalStateException(
        "the cluster rejected a request: " + failed.getCause().getMessage(), failed.getCause());
  }

  private static IllegalStateException interrupted(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for the cluster", interrupted);
  }
}
