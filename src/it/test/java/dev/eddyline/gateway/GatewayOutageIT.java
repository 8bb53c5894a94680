package dev.eddyline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code eddyline gateway} with a small heap while no processor runs, and without its broker. */
@Tag(TestTags.CRASH)
class GatewayOutageIT {

  /** A heap in which growing memory would end the process. */
  private static final int HEAP_MB = 192;

  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration OUTAGE_TIME = Duration.ofSeconds(15);
  private static final int SAMPLES = 5;
  private static final int SPANS_PER_SAMPLE = 500;
  private static final long MAX_GROWTH_BYTES = 24L << 20;

  @Test
  void answersAndKeepsItsMemoryWithoutProcessor() throws Exception {
    // Given
    String prefix = "gateway-alone-";
    TestCluster cluster = TestCluster.shared();
    cluster.createTopics(prefix, PARTITIONS);
    try (GatewayProcess gateway =
        new GatewayProcess(cluster.bootstrap(), cluster.registryUrl(), prefix, HEAP_MB, Map.of())) {
      gateway.start();
      await().atMost(LIMIT).until(gateway::isReady);

      // When
      List<Long> live = new ArrayList<>();
      SpanLoad load = new SpanLoad(gateway.tracesUrl(), 1);
      try (load) {
        for (int sample = 0; sample < SAMPLES; sample++) {
          int wanted = load.acknowledged().size() + SPANS_PER_SAMPLE;
          await().atMost(LIMIT).until(() -> load.acknowledged().size() >= wanted);
          live.add(gateway.liveHeapBytes());
        }
      }

      // Then
      System.out.printf(
          "gateway without processor: %d spans, live heap bytes %s%n",
          load.acknowledged().size(), live);
      assertThat(live.get(SAMPLES - 1) - live.get(0)).isLessThan(MAX_GROWTH_BYTES);
      assertThat(gateway.isAlive()).isTrue();
    }
  }

  @Test
  void refusesBodiesDuringAnOutageOfTheBroker_andRecovers() throws Exception {
    // Given
    String prefix = "gateway-outage-";
    String registry = TestCluster.shared().registryUrl();
    try (LocalBroker broker = LocalBroker.startShortLived();
        GatewayProcess gateway =
            new GatewayProcess(broker.bootstrapServers(), registry, prefix, HEAP_MB, Map.of())) {
      TopicCatalogue topics = createTopics(broker, prefix);
      gateway.start();
      await().atMost(LIMIT).until(gateway::isReady);
      long before = gateway.liveHeapBytes();

      // When
      broker.suspend();
      BodyBurst burst = new BodyBurst(gateway.tracesUrl());
      try {
        burst.run(OUTAGE_TIME);
      } finally {
        broker.resume();
      }

      // Then
      System.out.println("gateway without broker: " + burst);
      assertThat(gateway.isAlive()).as("the process after the outage").isTrue();
      assertThat(burst.unexpected()).isEmpty();
      assertThat(burst.refused()).isPositive();
      try (SpanLoad load = new SpanLoad(gateway.tracesUrl(), 2);
          EventFeed feed = new EventFeed(broker.bootstrapServers(), registry, topics)) {
        await().atMost(LIMIT).until(() -> !load.acknowledged().isEmpty());
        await().atMost(LIMIT).until(() -> !feed.records(TopicRole.AGENT_EVENTS).isEmpty());
      }
      await().atMost(LIMIT).until(gateway::isReady);
      long after = gateway.liveHeapBytes();
      System.out.printf("gateway without broker: live heap %d, then %d bytes%n", before, after);
      assertThat(after - before).isLessThan(MAX_GROWTH_BYTES);
    }
  }

  private static TopicCatalogue createTopics(LocalBroker broker, String prefix) {
    TopicCatalogue topics = TopicCatalogue.load(prefix).withPartitions(PARTITIONS);
    Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicAdmin admin = new TopicAdmin(topics, client, LIMIT)) {
      admin.create((short) 1);
    }
    return topics;
  }
}
