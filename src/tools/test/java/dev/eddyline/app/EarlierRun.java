package dev.eddyline.app;

import static org.awaitility.Awaitility.await;

import dev.eddyline.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.RetriableException;

/** The topics and consumer groups that an earlier run of a test has left. */
final class EarlierRun {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private EarlierRun() {}

  /** Deletes the topics of a prefix, and the groups of its applications. */
  static void delete(String bootstrap, String prefix) {
    String groups = prefix.isEmpty() ? Setting.APPLICATION_ID.defaultValue() : prefix;
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      await("no group " + groups).atMost(LIMIT).until(() -> deleteGroups(admin, groups));
      await("no topic " + prefix).atMost(LIMIT).until(() -> deleteTopics(admin, prefix));
    }
  }

  /** Deletes groups, also of killed and static members; returns whether there were none. */
  private static boolean deleteGroups(Admin admin, String prefix) throws Exception {
    List<String> groups =
        admin.listGroups().all().get().stream()
            .map(GroupListing::groupId)
            .filter(name -> name.startsWith(prefix))
            .toList();
    var described = admin.describeConsumerGroups(groups).all().get();
    for (ConsumerGroupDescription group : described.values()) {
      if (!group.members().isEmpty()) {
        var all = new RemoveMembersFromConsumerGroupOptions();
        awaitDeletion(admin.removeMembersFromConsumerGroup(group.groupId(), all).all());
      }
    }
    awaitDeletion(admin.deleteConsumerGroups(groups).all());
    return groups.isEmpty();
  }

  /** Deletes topics; returns whether there were none. */
  private static boolean deleteTopics(Admin admin, String prefix) throws Exception {
    List<String> topics =
        admin.listTopics().names().get().stream().filter(name -> name.startsWith(prefix)).toList();
    awaitDeletion(admin.deleteTopics(topics).all());
    return topics.isEmpty();
  }

  private static void awaitDeletion(KafkaFuture<Void> deletion) throws Exception {
    try {
      deletion.get();
    } catch (ExecutionException refused) {
      boolean isTemporary =
          refused.getCause() instanceof RetriableException
              || refused.getCause() instanceof GroupNotEmptyException;
      if (!isTemporary) {
        throw refused;
      }
    }
  }
}
