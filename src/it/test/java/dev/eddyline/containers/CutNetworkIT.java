package dev.eddyline.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.chaos.MixedLoad;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.policy.Policies;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Recomputation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** Three processors, of which one is cut off the network under load. */
@Tag(TestTags.CONTAINERS)
@ExtendWith(DockerEngine.class)
class CutNetworkIT {

  private static final String PREFIX = "cut-";
  private static final String GROUP = "cut";
  private static final String POLICY = "default";
  private static final int PROCESSORS = 3;
  private static final int PARTITIONS = 6;
  private static final int RATE = 30;
  private static final long SEED = 5;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static Network network;
  private static BrokerContainer broker;
  private static RegistryContainer registry;
  private static List<ProcessorContainer> processors = List.of();

  @BeforeAll
  static void startContainers() {
    network = Network.newNetwork();
    broker = new BrokerContainer(network);
    registry = new RegistryContainer(network);
    Startables.deepStart(broker, registry).join();
    createTopics();
    Map<String, String> settings =
        Map.of(
            "bootstrap.servers",
            BrokerContainer.bootstrapInside(),
            "schema.registry.url",
            registry.urlInside(),
            "topic.prefix",
            PREFIX,
            "application.id",
            GROUP,
            "policy",
            POLICY,
            "num.stream.threads",
            "1",
            "session.timeout.ms",
            "10000");
    processors =
        IntStream.rangeClosed(1, PROCESSORS)
            .mapToObj(number -> new ProcessorContainer(network, "processor" + number, settings))
            .toList();
    Startables.deepStart(processors).join();
  }

  @AfterAll
  static void removeContainers() {
    processors.forEach(ProcessorContainer::close);
    registry.close();
    broker.close();
    network.close();
  }

  private static TopicCatalogue topics() {
    return TopicCatalogue.load(PREFIX).withPartitions(PARTITIONS);
  }

  private static void createTopics() {
    Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicAdmin admin = new TopicAdmin(topics(), client, LIMIT)) {
      admin.create(TopicAdmin.BROKER_DEFAULT);
    }
  }

  @Test
  void instanceCutOffBeyondSessionTimeoutRejoins_withoutLosingEvents() throws Exception {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (EventFeed feed = new EventFeed(broker.bootstrapServers(), registry.url(), topics());
        CommittedOffsets taken =
            new CommittedOffsets(broker.bootstrapServers(), GROUP, feed.committed())) {
      // Given: all share the partitions under load
      MixedLoad load = new MixedLoad(feed, PARTITIONS, SEED);
      Future<?> flow = scheduleLoad(clock, load);
      awaitMembers(taken, PROCESSORS);
      awaitMovement(taken);

      // When: the others take over
      processors
          .get(0)
          .runWhileCutOffFromNetwork(
              () -> {
                awaitMembers(taken, PROCESSORS - 1);
                awaitMovement(taken);
              });

      // Then: it rejoins by itself
      awaitMembers(taken, PROCESSORS);
      awaitMovement(taken);
      assertThat(flow.isDone()).as("the load failed").isFalse();
      clock.shutdown();
      assertThat(clock.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      load.sendRecordToEveryPartition("end");
      await("all was taken").atMost(LIMIT).until(taken::isIdle);
      CommittedRun run = feed.committed().read(PARTITIONS);
      assertThat(Recomputation.discrepancies(run, Policies.ofSinglePolicy(Policies.preset(POLICY))))
          .isEmpty();
      assertThat(run.journal()).isNotEmpty();
    } finally {
      clock.shutdownNow();
    }
  }

  /** Load on every partition each second; ends only by a failure. */
  private static Future<?> scheduleLoad(ScheduledExecutorService clock, MixedLoad load) {
    AtomicInteger second = new AtomicInteger();
    return clock.scheduleAtFixedRate(
        () -> {
          load.sendRecordToEveryPartition("pulse" + second.getAndIncrement());
          load.send(RATE);
        },
        0,
        1,
        TimeUnit.SECONDS);
  }

  private static void awaitMembers(CommittedOffsets taken, int count) {
    await(count + " members").atMost(LIMIT).until(() -> taken.stableGroupMemberCount() == count);
  }

  /** Every partition commits again. */
  private static void awaitMovement(CommittedOffsets taken) {
    Map<Integer, Long> before =
        await("positions").atMost(LIMIT).until(taken::positions, Optional::isPresent).orElseThrow();
    await("every partition goes on").atMost(LIMIT).until(() -> areAllOffsetsAtLeast(before, taken));
  }

  private static boolean areAllOffsetsAtLeast(Map<Integer, Long> before, CommittedOffsets taken) {
    Map<Integer, Long> now = taken.positions().orElse(Map.of());
    return IntStream.range(0, PARTITIONS)
        .allMatch(
            partition -> now.getOrDefault(partition, 0L) > before.getOrDefault(partition, 0L));
  }
}
