package dev.eddyline.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.HomePartition;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Policies that change while the processor runs, with a real broker and a real registry. */
class PoliciesIT {

  private static final int PARTITIONS = 2;

  private final TestCluster cluster = TestCluster.shared();
  private int requestCount;

  private static String yaml(String name) {
    return "name: %s\nidentical_failure: {enabled: true}\n".formatted(name);
  }

  /** The name of the policy in the verdict on an event of the workflow. */
  private String decides(EventFeed feed, String workflow) {
    return policyOf(feed, send(feed, "asked-" + requestCount++, workflow));
  }

  /** The same for an event in each partition: a partition takes a policy over at an input. */
  private Set<String> decideAll(EventFeed feed, String workflow) {
    return sendToAll(feed, workflow).stream()
        .map(event -> policyOf(feed, event))
        .collect(Collectors.toSet());
  }

  private List<AgentEvent> sendToAll(EventFeed feed, String workflow) {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(partition -> send(feed, taskIn(partition), workflow))
        .toList();
  }

  private String taskIn(int partition) {
    return Stream.generate(() -> "asked-" + requestCount++)
        .filter(task -> HomePartition.of(task, PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static AgentEvent send(EventFeed feed, String task, String workflow) {
    AgentEvent event = JsonEvents.failure(task, "first");
    event.setWorkflow(workflow);
    event.setReplyRequested(true);
    feed.send(event);
    return event;
  }

  private static String policyOf(EventFeed feed, AgentEvent event) {
    await().until(() -> verdict(feed, event) != null);
    return verdict(feed, event).getPolicy();
  }

  private static LoopVerdict verdict(EventFeed feed, AgentEvent event) {
    return feed.verdicts().stream()
        .filter(verdict -> verdict.getEventId().equals(event.getEventId()))
        .findFirst()
        .orElse(null);
  }

  private static List<String> reasons(EventFeed feed) {
    return feed.deadLetters().stream()
        .map(letter -> header(letter, "topic") + " " + header(letter, "message"))
        .toList();
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader("__streams.errors." + name).value(), UTF_8);
  }

  @Test
  void policiesAreReadBeforeEvents_changeAtRuntime_invalidPolicyIsIgnored() throws Exception {
    // Given: events and a policy that exist before the processor
    String prefix = "policies-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      List<AgentEvent> early = sendToAll(feed, "build");
      feed.put("build", yaml("first"));
      feed.put("build", yaml("early"));
      try (Application application = Application.start(cluster.settings(prefix, Map.of()))) {
        assertThat(early).allMatch(event -> policyOf(feed, event).equals("early"));

        // When // Then: another one is published
        feed.put("build", yaml("hot"));
        await().until(() -> decideAll(feed, "build").equals(Set.of("hot")));
        assertThat(decides(feed, "deploy")).isEqualTo("default");

        // When // Then: invalid ones, of which one is arbitrary bytes
        feed.put("build", yaml("worse") + "gate: {loops: 0}\n");
        feed.publishBytes(
            TopicRole.LOOP_POLICIES, null, "build".getBytes(UTF_8), "[".getBytes(UTF_8));
        await().until(() -> reasons(feed).size() == 2);
        assertThat(reasons(feed).get(0))
            .isEqualTo(prefix + "loop-policies workflow build: gate.loops: must be ≥ 1, was 0");
        assertThat(reasons(feed).get(1)).contains("magic byte");
        assertThat(decides(feed, "build")).isEqualTo("hot");
        assertThat(application.readiness().isReady()).isTrue();
      }

      // When: the log retains only the invalid ones, and the processor restarts without its disk
      deleteAllBut(prefix + "loop-policies", 2);
      try (Application again = Application.start(cluster.settings(prefix, Map.of()))) {

        // Then
        assertThat(decides(feed, "build")).isEqualTo("hot");
        feed.put("build", null);
        await().until(() -> decideAll(feed, "build").equals(Set.of("default")));
        assertThat(
                again.meters().find("eddyline.references").tag("topic", "loop-policies").counters())
            .extracting(counter -> counter.getId().getTag("outcome") + " " + counter.count())
            .containsExactlyInAnyOrder("taken 1.0", "refused 2.0");
      }
      assertThat(reasons(feed)).as("published once").hasSize(2);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        assertThat(activations(feed, partition)).containsExactly("early 1", "hot 2", "default 5");
      }
    }
  }

  /** The policy activations in the journal of a partition. */
  private static List<String> activations(EventFeed feed, int partition) {
    return feed.journal().stream()
        .filter(entry -> entry.getKind() == JournalKind.POLICY)
        .filter(entry -> entry.getPartition() == partition)
        .map(entry -> entry.getPolicy() + " " + entry.getOffset())
        .toList();
  }

  /** Simulates compaction: only the last records stay. */
  private void deleteAllBut(String topic, int remainingRecordCount) throws Exception {
    TopicPartition partition = new TopicPartition(topic, 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      set(admin, topic, "cleanup.policy", "delete");
      long end =
          admin
              .listOffsets(Map.of(partition, org.apache.kafka.clients.admin.OffsetSpec.latest()))
              .partitionResult(partition)
              .get()
              .offset();
      admin
          .deleteRecords(
              Map.of(partition, RecordsToDelete.beforeOffset(end - remainingRecordCount)))
          .all()
          .get();
      set(admin, topic, "cleanup.policy", "compact");
    }
  }

  private static void set(Admin admin, String topic, String name, String value) throws Exception {
    Collection<AlterConfigOp> change =
        List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
    admin
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), change))
        .all()
        .get();
  }

  @Test
  @Tag(TestTags.SERVERS)
  void duringARegistryOutageNoEventIsProcessedWithoutPolicies() throws Exception {
    // Given
    String prefix = "policies-waiting-";
    TopicCatalogue topics = cluster.createTopics(prefix, 1);
    URI real = URI.create(cluster.registryUrl());
    try (TcpProxy proxy = new TcpProxy(real.getPort());
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      proxy.refuse();
      feed.put("default", yaml("hot"));
      String url = "http://127.0.0.1:" + proxy.port() + real.getPath();
      var settings = cluster.settings(prefix, Map.of(Setting.SCHEMA_REGISTRY_URL.key(), url));

      // When
      try (Application waiting = Application.start(settings)) {
        await().until(() -> waiting.readiness().obstacles().size() == 3);

        // Then
        assertThat(waiting.readiness().obstacles())
            .anyMatch(obstacle -> obstacle.startsWith("policies: not yet read, since "))
            .anyMatch(obstacle -> obstacle.startsWith("schema registry: "));
        proxy.accept();
        assertThat(decides(feed, null)).isEqualTo("hot");
      }
    }
  }

  @Test
  @Tag(TestTags.SERVERS)
  void aProcessorWaitingForPoliciesCanBeClosed() throws Exception {
    // Given
    String prefix = "policies-ended-";
    TopicCatalogue topics = cluster.createTopics(prefix, 1);
    URI real = URI.create(cluster.registryUrl());
    try (TcpProxy proxy = new TcpProxy(real.getPort());
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      proxy.refuse();
      feed.put("default", yaml("hot"));
      String url = "http://127.0.0.1:" + proxy.port() + real.getPath();
      Application waiting =
          Application.start(
              cluster.settings(prefix, Map.of(Setting.SCHEMA_REGISTRY_URL.key(), url)));

      // When
      waiting.close();

      // Then
      waiting.awaitEnd();
      assertThat(waiting.failed()).isFalse();
    }
  }
}
