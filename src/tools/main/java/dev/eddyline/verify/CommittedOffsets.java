package dev.eddyline.verify;

import dev.eddyline.topics.TopicRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** Progress of a processor through its inputs, by committed offsets. */
public final class CommittedOffsets implements AutoCloseable {

  private static final String REQUEST_MS = "3000";
  private static final String ANSWER_MS = "10000";

  private final Admin admin;
  private final String group;
  private final CommittedTopics topics;

  /** Reads the offsets of this consumer group, which processes these topics. */
  public CommittedOffsets(String bootstrap, String group, CommittedTopics topics) {
    admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", bootstrap,
                "request.timeout.ms", REQUEST_MS,
                "default.api.timeout.ms", ANSWER_MS));
    this.group = group;
    this.topics = topics;
  }

  /** Number of committed records in all inputs. */
  public long committedInputCount() {
    return CommittedRun.INPUTS.stream().mapToLong(role -> topics.records(role).size()).sum();
  }

  /**
   * Whether every committed input record is processed and its outputs are committed; false when
   * brokers are unavailable.
   */
  public boolean areAllInputsProcessed() {
    List<ConsumerRecord<byte[], byte[]>> records =
        CommittedRun.INPUTS.stream().flatMap(role -> topics.records(role).stream()).toList();
    return offsets()
        .map(offsets -> records.stream().allMatch(record -> isProcessed(record, offsets)))
        .orElse(false);
  }

  /** Whether every input is processed and every output is visible on its partition. */
  public boolean isIdle() {
    long before = committedInputCount();
    return areAllInputsProcessed()
        && topics.hasNoOpenTransaction()
        && committedInputCount() == before;
  }

  private static boolean isProcessed(
      ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, OffsetAndMetadata> offsets) {
    var next = offsets.get(new TopicPartition(record.topic(), record.partition()));
    return next != null && next.offset() > record.offset();
  }

  /** The next offset of agent-events by partition; empty when brokers are unavailable. */
  public Optional<Map<Integer, Long>> positions() {
    return offsets().map(this::positions);
  }

  private Map<Integer, Long> positions(Map<TopicPartition, OffsetAndMetadata> offsets) {
    String events = topics.topics().name(TopicRole.AGENT_EVENTS);
    Map<Integer, Long> positions = new HashMap<>();
    offsets.forEach(
        (partition, next) -> {
          if (partition.topic().equals(events) && next != null) {
            positions.put(partition.partition(), next.offset());
          }
        });
    return positions;
  }

  /** Members of the stable group; 0 during a rebalance or when brokers are unavailable. */
  public int stableGroupMemberCount() {
    try {
      var described = admin.describeConsumerGroups(List.of(group)).describedGroups().get(group);
      ConsumerGroupDescription now = described.get();
      return now.groupState() == GroupState.STABLE ? now.members().size() : 0;
    } catch (ExecutionException away) {
      return 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while listing group members", interrupted);
    }
  }

  private Optional<Map<TopicPartition, OffsetAndMetadata>> offsets() {
    try {
      return Optional.of(
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get());
    } catch (ExecutionException away) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while listing offsets", interrupted);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
