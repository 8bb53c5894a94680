package dev.eddyline.app;

import dev.eddyline.config.Settings;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;

/** What becomes of an instance's place in its group when it ends. */
final class GroupMembership {

  private GroupMembership() {}

  /**
   * A member that does not leave blocks its partitions until its session times out. One with a name
   * of its own (group.instance.id) is to come back under it before that, and goes on where it was:
   * nothing is moved, nothing is restored.
   */
  static GroupMembershipOperation atEnd(Settings settings) {
    return hasName(settings)
        ? GroupMembershipOperation.REMAIN_IN_GROUP
        : GroupMembershipOperation.LEAVE_GROUP;
  }

  /** For all of an instance's consumers, or (main.consumer.) for the one that is in the group. */
  private static boolean hasName(Settings settings) {
    return settings.kafka().keySet().stream()
        .anyMatch(key -> key.endsWith(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
  }
}
