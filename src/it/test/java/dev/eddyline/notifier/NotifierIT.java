package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.NotifierMetrics;
import dev.eddyline.notifier.TargetServer.Received;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The notifier with a real broker, a real registry and a target on loopback. */
@Tag(TestTags.ALONE)
class NotifierIT {

  private static final int PARTITIONS = 3;
  private static final int GATES = 20;

  private final TestCluster cluster = TestCluster.shared();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  @TempDir private Path folder;

  private Settings settings(String prefix, Path targets, Map<String, String> more) {
    Map<String, String> all = new HashMap<>();
    all.put("notifier.targets", targets.toString());
    all.put("notifier.networks", "127.0.0.1,[::1]");
    all.putAll(more);
    return cluster.settings(prefix, all);
  }

  private static void publish(EventFeed feed, GateTrigger change) {
    feed.put(TopicRole.GATE_TRIGGERS, change.getRootTaskId(), GateTrigger.class, change);
  }

  @Test
  void everyChangeArrivesInTheOrderOfItsGate_thoughTheTargetFails() throws Exception {
    // Given: a target that fails at the first attempt of each second change
    String prefix = "notifier-order-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (TargetServer target =
            new TargetServer(id -> seen.add(id) && id.endsWith("2") ? 500 : 200);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      publish(feed, GateChanges.change("before", 1, GateState.OPENED));
      Settings settings = settings(prefix, target.targets(folder, ""), Map.of());
      try (Notifier notifier = Notifier.start(settings, new NotifierMetrics(meters))) {
        await().until(() -> notifier.obstacles().isEmpty());

        // When
        for (int gate = 0; gate < GATES; gate++) {
          publish(feed, GateChanges.change("g" + gate, 1, GateState.OPENED));
          publish(feed, GateChanges.change("g" + gate, 2, GateState.UPDATED));
          publish(feed, GateChanges.change("g" + gate, 3, GateState.CLOSED));
        }
        await().until(() -> count("delivered") == 3 * GATES);
      }

      // Then: a new target begins with new changes; one whose answer was late comes twice
      Map<String, List<String>> statesByGate =
          target.received().stream()
              .distinct()
              .collect(
                  Collectors.groupingBy(
                      Received::gateId, Collectors.mapping(Received::state, Collectors.toList())));
      assertThat(statesByGate).hasSize(GATES).doesNotContainKey("before");
      assertThat(statesByGate.values())
          .allSatisfy(states -> assertThat(states).containsExactly("opened", "updated", "closed"));
      assertThat(target.invalid()).isEmpty();
      assertThat(count("failed")).isGreaterThanOrEqualTo(GATES);
    }
  }

  private double count(String outcome) {
    return meters.counter("eddyline.notifications", "target", "hook", "outcome", outcome).count();
  }

  @Test
  void changesOfAnOutageFollowUnderTheirIds() throws Exception {
    // Given: a notifier that ends while its target is down
    String prefix = "notifier-again-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Set<String> attempted = ConcurrentHashMap.newKeySet();
    Set<Boolean> isUp = ConcurrentHashMap.newKeySet();
    try (TargetServer target =
            new TargetServer(
                id -> {
                  attempted.add(id);
                  return isUp.isEmpty() ? 503 : 200;
                });
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      Settings settings = settings(prefix, target.targets(folder, ""), Map.of());
      try (Notifier notifier = Notifier.start(settings, new NotifierMetrics(meters))) {
        await().until(() -> notifier.obstacles().isEmpty());
        publish(feed, GateChanges.change("g", 1, GateState.OPENED));
        await().until(() -> attempted.contains("g-1"));
      }
      publish(feed, GateChanges.change("g", 2, GateState.CLOSED));

      // When
      isUp.add(true);
      try (Notifier notifier = Notifier.start(settings, new NotifierMetrics(meters))) {
        await().until(() -> target.received().size() == 2);
        assertThat(notifier.targets()).containsExactly("hook (localhost)");
      }

      // Then
      assertThat(target.received()).extracting(Received::id).containsExactly("g-1", "g-2");
    }
  }

  @Test
  void refusedChangeIsDeadLettered_andRedirectsAreNotFollowed() throws Exception {
    // Given
    String prefix = "notifier-dlq-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Map<String, Integer> statuses = Map.of("gone-1", 410, "moved-1", 302);
    try (TargetServer target = new TargetServer(id -> statuses.getOrDefault(id, 200));
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      Settings settings =
          settings(prefix, target.targets(folder, ""), Map.of("notifier.give.up.after", "1s"));
      try (Notifier notifier = Notifier.start(settings, new NotifierMetrics(meters))) {
        await().until(() -> notifier.obstacles().isEmpty());

        // When
        feed.publishBytes(TopicRole.GATE_TRIGGERS, null, bytes("unreadable"), bytes("no Avro"));
        for (String gate : List.of("gone", "moved", "fine")) {
          publish(feed, GateChanges.change(gate, 1, GateState.OPENED));
          publish(feed, GateChanges.change(gate, 2, GateState.CLOSED));
        }
        await().until(() -> target.received().size() == 4);
        await().until(() -> feed.records(TopicRole.NOTIFICATIONS_DLQ).size() == 3);
      }

      // Then
      assertThat(target.invalid()).isEmpty();
      Map<String, String> reasonsByGate =
          feed.records(TopicRole.NOTIFICATIONS_DLQ).stream()
              .collect(
                  Collectors.toMap(
                      letter -> new String(letter.key(), StandardCharsets.UTF_8),
                      letter -> header(letter, "__streams.errors.message")));
      assertThat(reasonsByGate.get("gone")).startsWith("target hook: status 410 after 1 attempts");
      assertThat(reasonsByGate.get("moved")).startsWith("target hook: status 302 after 4 attempts");
      assertThat(reasonsByGate.get("unreadable")).contains("magic byte is 0x6e");
      ConsumerRecord<byte[], byte[]> letter = feed.records(TopicRole.NOTIFICATIONS_DLQ).get(0);
      assertThat(header(letter, "eddyline.target")).isEqualTo("hook");
      assertThat(header(letter, "__streams.errors.topic")).isEqualTo(prefix + "gate-triggers");
      assertThat(feed.records(TopicRole.GATE_TRIGGERS))
          .extracting(ConsumerRecord::value)
          .contains(letter.value());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Test
  void privateTargetIsRefusedUnlessListed() throws Exception {
    try (TargetServer target = new TargetServer(id -> 200)) {
      Settings settings =
          settings(
              "notifier-private-", target.targets(folder, ""), Map.of("notifier.networks", ""));

      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> Notifier.start(settings, new NotifierMetrics(meters)))
          .withMessageContaining("notifier.targets: hook: localhost has the private address")
          .withMessageContaining("list it in notifier.networks to allow it");
    }
  }
}
