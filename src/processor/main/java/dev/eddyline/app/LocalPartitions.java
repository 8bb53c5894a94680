package dev.eddyline.app;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The partitions that are assigned to this instance.
 *
 * @param streams the streams, running or not
 */
record LocalPartitions(KafkaStreams streams) {

  /** Active partitions, including those that are still being restored. */
  Set<Integer> active() {
    return of(ThreadMetadata::activeTasks);
  }

  /** Partitions with a standby replica here. */
  Set<Integer> standby() {
    return of(ThreadMetadata::standbyTasks);
  }

  /** All instances that have an address, with their partitions of these topics. */
  List<Status.Member> instancesWithAddress(Set<String> inputs) {
    try {
      return streams.metadataForAllStreamsClients().stream()
          .filter(instance -> !instance.hostInfo().equals(HostInfo.unavailable()))
          .map(
              instance ->
                  new Status.Member(
                      instance.host() + ":" + instance.port(),
                      of(instance.topicPartitions(), inputs),
                      of(instance.standbyTopicPartitions(), null)))
          .toList();
    } catch (IllegalStateException | InvalidStateStoreException notRunning) {
      return List.of();
    }
  }

  /** Partition numbers, only of these topics unless null: standby replicas list other topics. */
  private static Set<Integer> of(Set<TopicPartition> partitions, Set<String> topics) {
    return partitions.stream()
        .filter(partition -> topics == null || topics.contains(partition.topic()))
        .map(TopicPartition::partition)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<Integer> of(Function<ThreadMetadata, Set<TaskMetadata>> tasks) {
    return tasksOf(tasks).stream()
        .map(task -> task.taskId().partition())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Active tasks with their offsets, including those that are still being restored. */
  List<TaskMetadata> activeTasks() {
    return tasksOf(ThreadMetadata::activeTasks);
  }

  private List<TaskMetadata> tasksOf(Function<ThreadMetadata, Set<TaskMetadata>> tasks) {
    try {
      return streams.metadataForLocalThreads().stream()
          .flatMap(thread -> tasks.apply(thread).stream())
          .toList();
    } catch (IllegalStateException | InvalidStateStoreException notRunning) {
      // none before the start and after the end
      return List.of();
    }
  }
}
