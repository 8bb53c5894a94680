package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TaskQueries;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A processor whose registry is gone continues with the schemas that it has used, and loses no
 * record of another schema. It reaches the registry through a proxy, producers reach it directly.
 */
@Tag(TestTags.SERVERS)
class RegistryOutageIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int PARTITIONS = 2;
  private static final String NO_REGISTRY = "schema registry: ";

  private final TestCluster cluster = TestCluster.shared();
  private final URI real = URI.create(cluster.registryUrl());
  private final TcpProxy proxy = new TcpProxy(real.getPort());
  private final List<String> acknowledged = new ArrayList<>();

  RegistryOutageIT() throws IOException {}

  @AfterEach
  void closeProxy() throws IOException {
    proxy.close();
  }

  /** A processor with a stream thread for each partition, and these settings. */
  private Application start(String prefix, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put(
        Setting.SCHEMA_REGISTRY_URL.key(), "http://127.0.0.1:" + proxy.port() + real.getPath());
    settings.put("num.stream.threads", Integer.toString(PARTITIONS));
    return Application.start(cluster.settings(prefix, settings));
  }

  private EventFeed feed(TopicCatalogue topics) {
    return new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
  }

  /** An event whose reply is requested, of a task in this partition. */
  private static AgentEvent question(int partition, String id) {
    String task =
        IntStream.range(0, 1_000)
            .mapToObj(number -> "T" + number)
            .filter(name -> TaskQueries.homePartition(name, PARTITIONS) == partition)
            .findFirst()
            .orElseThrow();
    return AgentEvent.newBuilder()
        .setEventId(id)
        .setTaskId(task)
        .setAgentId("backend-1")
        .setOccurredAt(Instant.now())
        .setReplyRequested(true)
        .setBody(new StepStarted("step " + id, false))
        .build();
  }

  private void sendKnown(EventFeed feed, int partition, String id) {
    feed.send(question(partition, id));
    acknowledged.add(id);
  }

  /** Sends an event that a newer producer wrote: with a field more, which is null. */
  private void sendUnknown(EventFeed feed, TopicCatalogue topics, int partition, String id) {
    String subject = topics.name(TopicRole.AGENT_EVENTS) + "-value";
    int schemaId = feed.registry().idOf(subject, newerSchema());
    AgentEvent event = question(partition, id);
    byte[] known = feed.encode(TopicRole.AGENT_EVENTS, event);
    byte[] newer = ByteBuffer.allocate(known.length + 1).put(known).putInt(1, schemaId).array();
    byte[] key = event.getTaskId().getBytes(StandardCharsets.UTF_8);
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, newer);
    acknowledged.add(id);
  }

  private static Schema newerSchema() {
    Schema event = AgentEvent.getClassSchema();
    List<Schema.Field> fields = new ArrayList<>();
    event.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    Schema nullable =
        Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING));
    fields.add(new Schema.Field("later", nullable, null, Schema.Field.NULL_DEFAULT_VALUE));
    return Schema.createRecord(
        event.getName(), event.getDoc(), event.getNamespace(), false, fields);
  }

  private static List<String> repliedEvents(EventFeed feed) {
    return feed.verdicts().stream().map(LoopVerdict::getEventId).toList();
  }

  private static void awaitReply(EventFeed feed, String id) {
    await().atMost(LIMIT).until(() -> repliedEvents(feed).contains(id));
  }

  private static void awaitRegistryObstacle(Application processor) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(processor.readiness().obstacles())
                    .anyMatch(obstacle -> obstacle.startsWith(NO_REGISTRY)));
  }

  /** Each acknowledged event has one reply, and none is a dead letter. */
  private void awaitAllReplies(Application processor, EventFeed feed) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(repliedEvents(feed)).containsExactlyInAnyOrderElementsOf(acknowledged));
    await().atMost(LIMIT).until(() -> processor.readiness().isReady());
    assertThat(feed.deadLetters()).isEmpty();
    assertThat(processor.failure()).isEmpty();
  }

  @Test
  void knownSchemasAreProcessedWithoutTheRegistry_andAnUnknownOneWaitsForIt() {
    // Given
    String prefix = "registry-gone-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = feed(topics);
        Application processor = start(prefix, Map.of())) {
      sendKnown(feed, 0, "before-0");
      sendKnown(feed, 1, "before-1");
      awaitReply(feed, "before-0");
      awaitReply(feed, "before-1");

      // When
      proxy.refuse();
      sendKnown(feed, 0, "without-0");
      awaitReply(feed, "without-0");
      assertThat(processor.readiness().isReady()).isTrue();
      sendUnknown(feed, topics, 0, "unknown-0");
      sendKnown(feed, 0, "behind-0");
      awaitRegistryObstacle(processor);

      // Then: only the partition of the unknown schema waits
      sendKnown(feed, 1, "without-1");
      awaitReply(feed, "without-1");
      assertThat(repliedEvents(feed)).doesNotContain("unknown-0", "behind-0");
      assertThat(feed.deadLetters()).isEmpty();
      proxy.accept();
      awaitAllReplies(processor, feed);
    }
  }

  /** Stream threads that wait for the registry do not poll, so the group removes them. */
  @Test
  void anOutageThatEmptiesTheGroupLosesNothing() throws Exception {
    // Given
    String prefix = "registry-long-gone-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = feed(topics);
        Application processor = start(prefix, Map.of("max.poll.interval.ms", "10000"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        sendKnown(feed, partition, "before-" + partition);
        awaitReply(feed, "before-" + partition);
      }

      // When
      proxy.refuse();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        sendUnknown(feed, topics, partition, "unknown-" + partition);
        sendKnown(feed, partition, "behind-" + partition);
      }
      String group = RunProcess.group(prefix);
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  admin
                      .describeConsumerGroups(List.of(group))
                      .all()
                      .get()
                      .get(group)
                      .members()
                      .isEmpty());

      // Then
      awaitRegistryObstacle(processor);
      proxy.accept();
      awaitAllReplies(processor, feed);
    }
  }
}
