package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reading the newest events of a real topic. */
@Tag(TestTags.CONSOLE)
class RecentEventReaderIT {

  private static final String PREFIX = "recent-";
  private static final int EVENTS = 60;
  private static final Duration TIME = Duration.ofSeconds(60);

  private static EventFeed feed;
  private static RecentEventReader reader;

  /**
   * Events of two tasks in turn; every third is of workflow build; the last record is unreadable.
   */
  @BeforeAll
  static void publish() {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 2);
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    for (int i = 0; i < EVENTS; i++) {
      AgentEvent event = JsonEvents.failure("t-" + i % 2, "number " + i);
      event.setEventId("e" + i);
      event.setWorkflow(i % 3 == 0 ? "build" : "deploy");
      feed.send(event);
    }
    feed.publishBytes(
        TopicRole.AGENT_EVENTS, null, new byte[] {1}, "no event".getBytes(StandardCharsets.UTF_8));
    reader =
        new RecentEventReader(
            topics.name(TopicRole.AGENT_EVENTS),
            new EventDeserializer(feed.registry(), EventFormat.all()),
            () -> RecentEventReader.consumer(cluster.settings(PREFIX, Map.of())),
            System::nanoTime);
  }

  @AfterAll
  static void end() {
    feed.close();
  }

  private static List<String> ids(RecentEventReader.Found found) {
    return found.events().stream().map(AgentEvent::getEventId).toList();
  }

  private static RecentEventReader.Found read(int records, int events, long bytes) {
    return reader.read(
        event -> "build".equals(event.getWorkflow()),
        new RecentEventReader.Limits(records, events, bytes, TIME));
  }

  @Test
  void readsAllEventsOfTheWorkflowInTheirOrder() {
    // When
    RecentEventReader.Found found = read(1_000, 1_000, 1_000_000);

    // Then
    assertThat(ids(found))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, EVENTS).filter(i -> i % 3 == 0).mapToObj(i -> "e" + i).toList());
    assertThat(found.events())
        .filteredOn(event -> event.getTaskId().equals("t-0"))
        .extracting(AgentEvent::getEventId)
        .startsWith("e0", "e6", "e12")
        .endsWith("e54");
    assertThat(found.scannedRecords()).isEqualTo(EVENTS + 1);
    assertThat(found.isLimited()).isFalse();
  }

  @Test
  void limitOfEventsKeepsTheNewest() {
    // When
    RecentEventReader.Found found = read(1_000, 4, 1_000_000);

    // Then: chunks of two records of each partition are read backwards
    assertThat(ids(found)).containsExactlyInAnyOrder("e48", "e51", "e54", "e57");
    assertThat(found.isLimited()).isTrue();
    assertThat(found.scannedRecords()).isLessThan(EVENTS);
  }

  @Test
  void limitsOfRecordsAndBytesEndTheReading() {
    assertThat(read(5, 4, 1_000_000).scannedRecords()).isBetween(5, 9);
    assertThat(read(5, 4, 1_000_000).isLimited()).isTrue();
    assertThat(ids(read(1_000, 1_000, 1))).hasSizeLessThanOrEqualTo(1);
  }
}
