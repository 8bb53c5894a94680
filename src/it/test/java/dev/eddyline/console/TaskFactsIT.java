package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the list of tasks and a task's page say of one task. */
@Tag(TestTags.CONSOLE)
class TaskFactsIT {

  private static final String PREFIX = "task-facts-";
  private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
  private static final String TRACE_URL = "https://tracing.example/trace/{traceId}";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(PREFIX, Map.of("console.trace.url", TRACE_URL));

  private final ApiClient browser = CONSOLE.browser();

  private JsonNode task(String id) {
    return browser.getJsonById("/api/v1/task?taskId=", id);
  }

  private JsonNode listed(String id) {
    return browser.getJsonById("/api/v1/tasks?query=", id).at("/items/0");
  }

  private static void send(String json) {
    CONSOLE.feed().send(JsonEvents.json(json));
  }

  @Test
  void listAndPageAgreeOnCostAndState() {
    // When: no verdict, so that no output has the cost
    send(
        "{\"taskId\":\"quiet\",\"agentId\":\"a\",\"type\":\"tool_called\",\"callId\":\"c\",\"tool\":\"t\",\"arguments\":\"x\",\"tokens\":2100}");
    send("{\"taskId\":\"quiet\",\"type\":\"task_completed\",\"outcome\":\"success\"}");
    await().until(() -> listed("quiet").path("state").isTextual());

    // Then
    assertThat(listed("quiet").at("/state").textValue()).isEqualTo("completed");
    assertThat(listed("quiet").at("/cost/tokens").longValue()).isEqualTo(2_100);
    assertThat(task("quiet").at("/state").textValue()).isEqualTo("completed");
    assertThat(task("quiet").at("/cost/tokens").longValue()).isEqualTo(2_100);
    assertThat(browser.get("/api/v1/tasks?state=completed").json().at("/total").intValue())
        .isEqualTo(1);

    // When: it goes on, without an output, such as a report of its cost
    send(
        "{\"taskId\":\"quiet\",\"agentId\":\"a\",\"type\":\"tool_called\",\"callId\":\"c2\",\"tool\":\"t\",\"arguments\":\"y\",\"tokens\":900}");

    // Then
    await().until(() -> task("quiet").at("/cost/tokens").longValue() == 3_000);
    assertThat(listed("quiet").at("/cost/tokens").longValue()).isEqualTo(3_000);
    assertThat(task("quiet").at("/state").textValue())
        .isEqualTo("completed")
        .isEqualTo(listed("quiet").at("/state").textValue());
  }

  @Test
  void storyHasStepsAndFailuresOfTaskWithoutLoop() {
    // When
    send("{\"taskId\":\"once\",\"agentId\":\"a\",\"type\":\"step_started\",\"step\":\"plan\"}");
    send(
        "{\"taskId\":\"once\",\"agentId\":\"a\",\"type\":\"failure_reported\",\"message\":\"no such table\"}");

    // Then
    await().until(() -> task("once").path("story").size() == 3);
    assertThat(task("once").get("story").findValuesAsText("what"))
        .containsExactly("first event of the task", "enters plan", "a fails: no such table");
  }

  @Test
  void outputsCarryTraceId() throws ExecutionException, InterruptedException {
    // When
    String failure =
        "{\"taskId\":\"traced\",\"agentId\":\"a\",\"type\":\"failure_reported\",\"message\":\"boom\"}";
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestCluster.shared().bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int attempt = 0; attempt < 3; attempt++) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(
                TopicCatalogue.load(PREFIX).name(TopicRole.AGENT_EVENTS),
                "traced".getBytes(StandardCharsets.UTF_8),
                CONSOLE.feed().encode(TopicRole.AGENT_EVENTS, JsonEvents.json(failure)));
        record
            .headers()
            .add(
                "traceparent",
                "00-%s-b7ad6b7169203331-01"
                    .formatted(TRACE_ID)
                    .getBytes(StandardCharsets.US_ASCII));
        producer.send(record).get();
      }
    }
    await().until(() -> task("traced").path("openGate").isObject());

    // Then
    assertThat(task("traced").get("story").findValuesAsText("traceId"))
        .hasSizeGreaterThanOrEqualTo(3)
        .containsOnly(TRACE_ID);
    assertThat(task("traced").at("/openGate/traceId").textValue()).isEqualTo(TRACE_ID);
    assertThat(browser.get("/api/v1/session").json().at("/traceUrl").textValue())
        .isEqualTo(TRACE_URL);
  }
}
