package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

/** Ten thousand tasks in the list. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class ManyTasksIT {

  private static final String PREFIX = "many-tasks-";
  private static final int TASKS = 10_000;

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole(PREFIX, Map.of());

  @Test
  void pagesAndSearchesTenThousandTasks() {
    // Given
    publish();
    try (Browser browser = new Browser(CONSOLE)) {
      browser.open("/tasks");
      browser.untilText(".page-head", "1 to 50 of 10,000 tasks");
      assertThat(browser.all("table.tasks tbody tr")).hasSize(50);

      // When
      browser.awaitElement(".pages button[data-key=next]").click();

      // Then
      browser.untilText(".page-head", "51 to 100 of 10,000 tasks");
      assertThat((Long) browser.script("return document.querySelectorAll('*').length"))
          .as("elements of a page, independent of the number of tasks")
          .isLessThan(3_000);

      // When: the key that finds, from anywhere
      browser.script("document.getElementById('main').focus()");
      browser.press("/");
      browser.press("task-7777", Keys.ENTER);

      // Then
      browser.untilText(".page-head", "1 task");
      assertThat(browser.text("table.tasks")).contains("task-7777").contains("external fault");
      assertThat(browser.address().getQuery()).isEqualTo("query=task-7777");

      // When
      browser.script("history.back()");

      // Then
      browser.untilText(".page-head", "of 10,000 tasks");
      assertThat(browser.consoleErrors()).isEmpty();
    }
  }

  /** Publishes one external fault per task, which is reported and not counted. */
  private static void publish() {
    TopicCatalogue topics = TopicCatalogue.load(PREFIX);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestCluster.shared().bootstrap(), "linger.ms", "50"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int number = 0; number < TASKS; number++) {
        String task = "task-%04d".formatted(number);
        byte[] event =
            CONSOLE
                .feed()
                .encode(
                    TopicRole.AGENT_EVENTS,
                    JsonEvents.json(
                        "{\"taskId\":\"%s\",\"agentId\":\"agent-%d\",\"type\":\"failure_reported\",\"message\":\"429 Too Many Requests\",\"errorType\":\"rate_limit\"}"
                            .formatted(task, number % 25)));
        producer.send(
            new ProducerRecord<>(
                topics.name(TopicRole.AGENT_EVENTS), task.getBytes(StandardCharsets.UTF_8), event));
      }
    }
  }
}
