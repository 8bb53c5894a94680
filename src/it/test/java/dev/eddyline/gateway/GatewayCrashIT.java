package dev.eddyline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code eddyline gateway} as a separate process that is killed under load. The number of kills and
 * the seed are system properties: {@code gateway.kills} and {@code gateway.seed}.
 */
@Tag(TestTags.CRASH)
class GatewayCrashIT {

  private static final String PREFIX = "gateway-crash-";
  private static final int PARTITIONS = 4;
  private static final int KILLS = Integer.getInteger("gateway.kills", 5);
  private static final long SEED = Long.getLong("gateway.seed", 42);
  private static final int HEAP_MB = 384;

  /** A restarted process gets its partitions once the killed one's session has expired. */
  private static final Map<String, String> FAST_FAILOVER =
      Map.of("session.timeout.ms", "10000", "heartbeat.interval.ms", "3000");

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** The decoded records, as waiting reads all of them many times. */
  private final Map<ConsumerRecord<byte[], byte[]>, Published> decoded = new ConcurrentHashMap<>();

  @Test
  void killsUnderLoadLoseNoAcknowledgedSpan() throws Exception {
    // Given
    System.out.printf("gateway crash: seed %d, %d kills%n", SEED, KILLS);
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Random random = new Random(SEED);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        GatewayProcess gateway =
            new GatewayProcess(
                cluster.bootstrap(), cluster.registryUrl(), PREFIX, HEAP_MB, FAST_FAILOVER)) {
      gateway.start();
      SpanLoad load = new SpanLoad(gateway.tracesUrl(), SEED);

      // When
      for (int kill = 0; kill < KILLS; kill++) {
        int wanted = load.acknowledged().size() + 1 + random.nextInt(400);
        await().atMost(LIMIT).until(() -> load.acknowledged().size() >= wanted);
        gateway.kill();
        gateway.start();
      }
      load.close();

      // Then
      Set<String> expected = eventIds(load.acknowledged());
      await().atMost(LIMIT).until(() -> published(feed).keySet().containsAll(expected));
      await()
          .atMost(LIMIT)
          .during(Duration.ofSeconds(3))
          .until(() -> published(feed).size(), size -> size == expected.size());
      check(feed, load, expected);
    }
  }

  private void check(EventFeed feed, SpanLoad load, Set<String> expected) {
    Map<String, List<Published>> published = published(feed);
    assertThat(new TreeSet<>(published.keySet())).isEqualTo(new TreeSet<>(expected));
    Set<String> mayRepeat = eventIds(load.retried());
    int duplicates = 0;
    for (Map.Entry<String, List<Published>> each : published.entrySet()) {
      List<Published> copies = each.getValue();
      if (copies.size() > 1) {
        assertThat(mayRepeat).contains(each.getKey());
        duplicates += copies.size() - 1;
      }
      assertThat(copies.stream().map(Published::bytes).distinct()).as(each.getKey()).hasSize(1);
    }
    System.out.printf(
        "gateway crash: %d spans acknowledged, %d of repeated bodies, %d duplicate events%n",
        load.acknowledged().size(), load.retried().size(), duplicates);
    // across traces of a task, the order of a backlog is not restored beyond the delay
    int acrossTraces = outOfOrder(published, event -> event.getTaskId()).size();
    System.out.printf("gateway crash: %d events out of order across traces%n", acrossTraces);
    assertThat(outOfOrder(published, event -> load.trace(callOf(event)))).isEmpty();
    assertThat(feed.deadLetters()).isEmpty();
  }

  private static String callOf(AgentEvent event) {
    return event.getEventId().replaceFirst(":[a-z]+$", "");
  }

  /** Events that follow a later one of their group; of duplicates the first one counts. */
  private static List<String> outOfOrder(
      Map<String, List<Published>> published, Function<AgentEvent, String> group) {
    List<String> outOfOrder = new ArrayList<>();
    Map<String, AgentEvent> newestByGroup = new HashMap<>();
    for (List<Published> copies : published.values()) {
      AgentEvent event = copies.get(0).event();
      AgentEvent newest = newestByGroup.get(group.apply(event));
      if (newest != null && event.getOccurredAt().isBefore(newest.getOccurredAt())) {
        outOfOrder.add(event.getEventId() + " after " + newest.getEventId());
      } else {
        newestByGroup.put(group.apply(event), event);
      }
    }
    return outOfOrder;
  }

  private static Set<String> eventIds(Set<String> calls) {
    Set<String> ids = new TreeSet<>();
    for (String call : calls) {
      ids.add(call + ":called");
      ids.add(call + ":returned");
    }
    return ids;
  }

  /** A record of agent-events. */
  private record Published(AgentEvent event, ByteBuffer bytes) {}

  /** The committed events by id, in the order of each partition. */
  private Map<String, List<Published>> published(EventFeed feed) {
    var events = AvroSerde.of(AgentEvent.class, feed.registry()).deserializer();
    Map<String, List<Published>> published = new LinkedHashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : feed.records(TopicRole.AGENT_EVENTS)) {
      Published one = decoded.computeIfAbsent(record, it -> decode(it, events));
      published.computeIfAbsent(one.event().getEventId(), none -> new ArrayList<>()).add(one);
    }
    return published;
  }

  private static Published decode(
      ConsumerRecord<byte[], byte[]> record, Deserializer<AgentEvent> events) {
    AgentEvent event = events.deserialize(record.topic(), record.value());
    return new Published(event, ByteBuffer.wrap(record.value()));
  }
}
