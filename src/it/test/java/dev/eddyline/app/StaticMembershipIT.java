package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Group membership of an instance after a clean end. */
@Tag(TestTags.SERVERS)
class StaticMembershipIT {

  private static final int PARTITIONS = 4;
  private static final int TASKS = 20;

  private final TestCluster cluster = TestCluster.shared();

  @Test
  void restartedStaticMemberGetsSamePartitions() throws Exception {
    // Given
    String prefix = "static-";
    cluster.createTopics(prefix, PARTITIONS);
    Settings first = settings(prefix, "pod-0");
    try (Application other = Application.start(settings(prefix, "pod-1"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Application application = Application.start(first);
      await().until(() -> isShared(admin, prefix, application, other));
      Set<TopicPartition> before = partitions(members(admin, prefix), "pod-0-1");
      Set<TopicPartition> ofOther = partitions(members(admin, prefix), "pod-1-1");

      // When
      application.close();

      // Then
      assertThat(partitions(members(admin, prefix), "pod-0-1")).isEqualTo(before).isNotEmpty();
      assertThat(partitions(members(admin, prefix), "pod-1-1")).isEqualTo(ofOther);
      try (Application again = Application.start(first)) {
        await().until(() -> isShared(admin, prefix, again, other));
        assertThat(partitions(members(admin, prefix), "pod-0-1")).isEqualTo(before);
      }
    }
  }

  @Test
  void restartedStaticMemberRestoresNoRecords() throws Exception {
    // Given
    String prefix = "restart-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Settings settings = settings(prefix, "pod-0");
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      try (Application first = Application.start(settings)) {
        failOnce(feed, 1);
        failOnce(feed, 2);
        assertThat(first.failed()).isFalse();
      }

      // When
      long restored;
      try (RestoredRecords count = new RestoredRecords();
          Application again = Application.start(settings)) {
        failOnce(feed, 3);
        restored = count.records();
        assertThat(count.stores()).isPositive();
        assertThat(again.failed()).isFalse();
      }

      // Then
      assertThat(restored).isZero();
      deleteState(settings);
      try (RestoredRecords count = new RestoredRecords();
          Application again = Application.start(settings)) {
        failOnce(feed, 4);
        assertThat(count.records()).as("all of it, without its folder").isPositive();
        assertThat(again.failed()).isFalse();
      }
    }
  }

  @Test
  void aDynamicMemberLeavesItsGroupAtOnce() throws Exception {
    // Given
    String prefix = "leaving-";
    cluster.createTopics(prefix, PARTITIONS);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Application application = Application.start(cluster.settings(prefix, Map.of()));
      await().until(() -> application.readiness().isReady());

      // When
      application.close();

      // Then
      assertThat(members(admin, prefix)).isEmpty();
    }
  }

  /** Lets each of many tasks fail once, and waits for the verdicts. */
  private static void failOnce(EventFeed feed, int failures) {
    for (int task = 1; task <= TASKS; task++) {
      feed.send(JsonEvents.failure("task-" + task, "AssertionError: expected 3, got 4"));
    }
    int verdicts = (failures - 1) * TASKS;
    await().until(() -> feed.verdicts().size() == verdicts);
  }

  private static void deleteState(Settings settings) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(settings.get(Setting.STATE_DIR)))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private Settings settings(String prefix, String name) {
    return cluster.settings(
        prefix,
        Map.of(
            "group.instance.id",
            name,
            "num.stream.threads",
            "1",
            // no restart takes as long
            "session.timeout.ms",
            "600000"));
  }

  private static boolean isShared(
      Admin admin, String prefix, Application application, Application other) throws Exception {
    List<MemberDescription> members = members(admin, prefix);
    return application.readiness().isReady()
        && other.readiness().isReady()
        && members.size() == 2
        && members.stream().noneMatch(member -> member.assignment().topicPartitions().isEmpty());
  }

  private static List<MemberDescription> members(Admin admin, String prefix) throws Exception {
    String group = RunProcess.group(prefix);
    return List.copyOf(
        admin.describeConsumerGroups(Set.of(group)).describedGroups().get(group).get().members());
  }

  private static Set<TopicPartition> partitions(List<MemberDescription> members, String name) {
    return members.stream()
        .filter(member -> member.groupInstanceId().equals(Optional.of(name)))
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .collect(Collectors.toSet());
  }
}
