package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.topics.TopicCatalogue;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Start positions of a processor: the beginning, its committed offset, and never silently
 * elsewhere.
 */
@Tag(TestTags.SERVERS)
class OffsetsIT {

  private static final int PARTITIONS = 2;

  private final TestCluster cluster = TestCluster.shared();

  @Test
  void aNewGroupStartsAtTheEarliestOffsets_andARestartResumes() {
    // Given: events that exist before the processor
    String prefix = "offsets-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(JsonEvents.failure("early", "same"));
      feed.send(JsonEvents.failure("early", "same"));

      // When
      try (Application first = Application.start(cluster.settings(prefix, Map.of()))) {
        await().until(() -> feed.verdicts().size() == 1);
      }
      feed.send(JsonEvents.failure("early", "same"));
      try (Application second = Application.start(cluster.settings(prefix, Map.of()))) {
        await().until(() -> feed.verdicts().size() == 2);
      }

      // Then: the earlier state was restored, and nothing was processed twice
      assertThat(feed.verdicts()).extracting(v -> v.getAttempts()).containsExactly(2, 3);
      assertThat(feed.gates()).hasSize(1);
    }
  }

  @Test
  void anOffsetOutOfRangeStopsTheProcessor() throws Exception {
    // Given: a processor that was down while its next records were deleted
    String prefix = "lost-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(JsonEvents.failure("t", "same"));
      feed.send(JsonEvents.failure("t", "same"));
      try (Application first = Application.start(cluster.settings(prefix, Map.of()))) {
        await().until(() -> feed.verdicts().size() == 1);
      }
      for (int i = 0; i < 5; i++) {
        feed.send(JsonEvents.failure("t", "missed " + i));
      }
      deleteAll(prefix + "agent-events");

      // When
      Application second = Application.start(cluster.settings(prefix, Map.of()));

      // Then
      await().until(second::failed);
      second.awaitEnd();
      second.close();
      assertThat(second.failure())
          .get()
          .isInstanceOf(LostRecordsException.class)
          .extracting(Throwable::getMessage)
          .asString()
          .contains("lost-agent-events", "reset-offsets");
    }
  }

  private void deleteAll(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        all.put(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(-1));
      }
      admin.deleteRecords(all).all().get();
    }
  }
}
