package dev.eddyline.app;

import dev.eddyline.config.InvalidSettingException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** Reads and commits the offsets of groups. */
final class GroupOffsets {

  private GroupOffsets() {}

  /** The committed offsets of a group; empty for an unknown group. */
  static Map<TopicPartition, Long> committedOffsets(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return committedOffsets(admin, group, false);
  }

  /** The committed offsets, once no open transaction can change them. */
  static Map<TopicPartition, Long> stableCommittedOffsets(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return committedOffsets(admin, group, true);
  }

  private static Map<TopicPartition, Long> committedOffsets(
      Admin admin, String group, boolean stable) throws ExecutionException, InterruptedException {
    return admin
        .listConsumerGroupOffsets(
            group, new ListConsumerGroupOffsetsOptions().requireStable(stable))
        .partitionsToOffsetAndMetadata()
        .get()
        .entrySet()
        .stream()
        .filter(entry -> Objects.nonNull(entry.getValue()))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  /**
   * Commits a group's first offsets, unless another instance has already committed them and is
   * active.
   *
   * @throws InvalidSettingException when the group has members that read other topics
   */
  static void commitInitialOffsets(
      Admin admin, String group, Map<TopicPartition, OffsetAndMetadata> offsets)
      throws ExecutionException, InterruptedException {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      admin.alterConsumerGroupOffsets(group, offsets).all().get();
    } catch (ExecutionException failed) {
      if (!(failed.getCause() instanceof UnknownMemberIdException)) {
        throw failed;
      }
      if (!committedOffsets(admin, group).keySet().containsAll(offsets.keySet())) {
        throw new InvalidSettingException(
            ("application.id: group %s is in use by an instance that reads other topics: give this"
                    + " one an application.id of its own")
                .formatted(group));
      }
    }
  }
}
