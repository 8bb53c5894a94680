package dev.eddyline.app;

import dev.eddyline.config.Settings;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;

/** Decides whether an instance leaves its group when it ends. */
public final class GroupMembership {

  private GroupMembership() {}

  /**
   * The membership operation at the end. A dynamic member leaves, since otherwise its partitions
   * are blocked until its session times out. A static member (group.instance.id) remains: it
   * restarts within its session, and nothing is moved or restored.
   */
  public static GroupMembershipOperation membershipOperationOnClose(Settings settings) {
    return isStaticMember(settings)
        ? GroupMembershipOperation.REMAIN_IN_GROUP
        : GroupMembershipOperation.LEAVE_GROUP;
  }

  /**
   * Whether group.instance.id is set, for all consumers or for the main consumer (main.consumer.).
   */
  private static boolean isStaticMember(Settings settings) {
    return settings.kafka().keySet().stream()
        .anyMatch(key -> key.endsWith(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
  }
}
