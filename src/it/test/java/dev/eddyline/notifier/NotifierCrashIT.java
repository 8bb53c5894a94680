package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.CommandProcess;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.notifier.TargetServer.Received;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code eddyline notifier} as a separate process that is killed while its target fails at random.
 * Gates, kills and seed are system properties: {@code notifier.gates}, {@code notifier.kills} and
 * {@code notifier.seed}.
 */
@Tag(TestTags.CRASH)
class NotifierCrashIT {

  private static final String PREFIX = "notifier-crash-";
  private static final int PARTITIONS = 4;
  private static final int GATES = Integer.getInteger("notifier.gates", 300);
  private static final int KILLS = Integer.getInteger("notifier.kills", 3);
  private static final long SEED = Long.getLong("notifier.seed", 42);
  private static final int HEAP_MB = 256;
  private static final List<GateState> STATES =
      List.of(GateState.OPENED, GateState.UPDATED, GateState.CLOSED);
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Longer than the notifier waits for an answer. */
  private static final Duration HANG = TargetHttp.TIMEOUT.plusSeconds(2);

  @TempDir private Path folder;

  @Test
  void killsLoseNoChange_andTheOrderOfEachGateHolds() throws Exception {
    // Given
    System.out.printf("notifier crash: seed %d, %d gates, %d kills%n", SEED, GATES, KILLS);
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Random random = new Random(SEED);
    Set<String> failed = ConcurrentHashMap.newKeySet();
    try (TargetServer target = new TargetServer(id -> status(id, failed));
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommandProcess notifier =
            new CommandProcess(
                "notifier",
                cluster.bootstrap(),
                cluster.registryUrl(),
                PREFIX,
                HEAP_MB,
                Map.of(
                    "notifier.targets", target.targets(folder, "").toString(),
                    "notifier.networks", "127.0.0.1,[::1]",
                    "session.timeout.ms", "10000",
                    "heartbeat.interval.ms", "3000"))) {
      notifier.start();
      await().atMost(LIMIT).until(notifier::isReady);

      // When
      int part = GATES / (KILLS + 1);
      for (int kill = 0; kill < KILLS; kill++) {
        int wanted = target.received().size() + 1 + random.nextInt(part);
        publish(feed, kill * part, (kill + 1) * part);
        await().atMost(LIMIT).until(() -> target.received().size() >= wanted);
        notifier.kill();
        notifier.start();
      }
      publish(feed, KILLS * part, GATES);

      // Then
      await().atMost(LIMIT).until(() -> firstArrivals(target.received()).size() == 3 * GATES);
      check(target, feed);
    }
  }

  /** Publishes all changes of the gates from one number (inclusive) to another (exclusive). */
  private static void publish(EventFeed feed, int first, int end) {
    for (GateState state : STATES) {
      for (int gate = first; gate < end; gate++) {
        GateTrigger change = GateChanges.change("g" + gate, state.ordinal(), state);
        feed.put(TopicRole.GATE_TRIGGERS, change.getRootTaskId(), GateTrigger.class, change);
      }
    }
  }

  /** A third of the changes fails at first; one of 300 has no answer in time. */
  private static int status(String id, Set<String> failed) {
    int number = Math.floorMod(id.hashCode() * 31, 300);
    if (number < 100 && failed.add(id)) {
      if (number == 0) {
        try {
          Thread.sleep(HANG.toMillis());
        } catch (InterruptedException ended) {
          Thread.currentThread().interrupt();
        }
      }
      return 500;
    }
    return 200;
  }

  private static Map<String, Received> firstArrivals(List<Received> received) {
    Map<String, Received> first = new HashMap<>();
    received.forEach(one -> first.putIfAbsent(one.id(), one));
    return first;
  }

  private static void check(TargetServer target, EventFeed feed) {
    Map<String, List<String>> statesByGate = new HashMap<>();
    Set<String> seen = ConcurrentHashMap.newKeySet();
    for (Received one : target.received()) {
      if (seen.add(one.id())) {
        statesByGate.computeIfAbsent(one.gateId(), none -> new ArrayList<>()).add(one.state());
      }
    }
    System.out.printf(
        "notifier crash: %d changes delivered, %d of them again%n",
        seen.size(), target.received().size() - seen.size());
    assertThat(statesByGate).hasSize(GATES);
    assertThat(statesByGate.values())
        .allSatisfy(states -> assertThat(states).containsExactly("opened", "updated", "closed"));
    assertThat(target.invalid()).isEmpty();
    assertThat(feed.records(TopicRole.NOTIFICATIONS_DLQ)).isEmpty();
  }
}
