package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.TaskEventReader.Limits;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The records of a task, read from a real broker. */
class TaskEventReaderIT {

  private static final int PARTITIONS = 3;
  private static final String PREFIX = "task-events-";

  private final TestCluster cluster = TestCluster.shared();

  @Test
  void workflowAndRootAreKnown_whereTheRecordsThatNameThemAreLeftOut() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        SchemaRegistry registry =
            new ConfluentSchemaRegistry(
                Map.of("schema.registry.url", cluster.registryUrl()), AvailabilityListener.NONE)) {
      feed.send(JsonEvents.failure("R", "of the root"));
      feed.send(
          JsonEvents.json(
              """
              {"taskId":"T","rootTaskId":"R","workflow":"pay","type":"task_started","goal":"x"}"""));
      for (int failure = 0; failure < 3; failure++) {
        feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      }

      // When
      TaskRecords found =
          new TaskEventReader(settings, topics, PARTITIONS, registry, new Limits(2, 1_000_000))
              .read("T");

      // Then
      assertThat(found.isLimited()).isTrue();
      assertThat(found.leftOutWorkflow()).contains("pay");
      assertThat(found.records())
          .extracting(TaskRecord::key)
          .containsExactlyInAnyOrder("R", "T", "T");
    }
  }
}
