package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded request bodies of SDKs give one verdict, over HTTP in both encodings and over Kafka. */
@Tag(TestTags.INTEROP)
@NeedsSharedData
class RecordedTelemetryIT {

  /** A way of the bodies to the mapper. */
  enum Way {
    HTTP_JSON,
    HTTP_PROTOBUF,
    KAFKA
  }

  @ParameterizedTest
  @CsvSource({
    "vercel-ai-7, 14, HTTP_JSON",
    "vercel-ai-7, 14, HTTP_PROTOBUF",
    "vercel-ai-7, 14, KAFKA",
    "openinference-langgraph-js, 19, HTTP_JSON",
    "openinference-langgraph-js, 19, HTTP_PROTOBUF",
    "openinference-langgraph-js, 19, KAFKA"
  })
  void recordingHasOneVerdict(String sdk, int events, Way way) throws Exception {
    ConsoleExtension console =
        new ConsoleExtension(
            "recorded-%s-%s-".formatted(sdk, way).toLowerCase(java.util.Locale.ROOT),
            Map.of("otlp.port", "0", "otlp.delay", "0.5s"));
    console.beforeAll(null);
    try {
      for (Path file : files(sdk)) {
        send(console, way, Files.readAllBytes(file));
      }
      await().untilAsserted(() -> assertThat(events(console)).hasSize(events));
      awaitDetection(console);

      assertThat(console.feed().verdicts())
          .extracting(it -> it.getLoopType().name())
          .containsExactly("REPEATED_ACTION", "OK");
    } finally {
      console.afterAll(null);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> events(ConsoleExtension console) {
    return console.feed().records(TopicRole.AGENT_EVENTS);
  }

  /** Waits for the reply to one more event of the task, which comes after all others. */
  private static void awaitDetection(ConsoleExtension console) {
    String task = new String(events(console).get(0).key(), UTF_8);
    AgentEvent last = JsonEvents.failure(task, "the end");
    last.setReplyRequested(true);
    console.feed().send(last);
    await()
        .until(
            () ->
                console.feed().verdicts().stream()
                    .anyMatch(it -> it.getEventId().equals(last.getEventId())));
  }

  private static List<Path> files(String sdk) throws IOException {
    try (Stream<Path> files = Files.list(SharedData.path("otlp").resolve(sdk))) {
      return files.sorted().toList();
    }
  }

  private static void send(ConsoleExtension console, Way way, byte[] json) throws Exception {
    byte[] protobuf =
        OtlpWriter.write(
            OtlpSignal.TRACES, OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, json).records());
    switch (way) {
      case HTTP_JSON -> post(console, json, OtlpEncoding.JSON);
      case HTTP_PROTOBUF -> post(console, protobuf, OtlpEncoding.PROTOBUF);
      case KAFKA -> console.feed().publishBytes(TopicRole.OTLP_SPANS, null, null, json);
    }
  }

  private static void post(ConsoleExtension console, byte[] body, OtlpEncoding encoding) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(console.served().otlp() + "/v1/traces"))
            .POST(BodyPublishers.ofByteArray(body))
            .header("Content-Type", encoding.contentType())
            .build();
    HttpClient client = HttpClient.newHttpClient();
    int status =
        untilAvailable(
            () -> client.send(request, BodyHandlers.discarding()).statusCode(), it -> it);
    assertThat(status).isEqualTo(200);
  }
}
