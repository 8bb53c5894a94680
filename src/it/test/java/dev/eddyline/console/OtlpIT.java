package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.access.TokenFiles;
import dev.eddyline.metrics.Metric;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.Spans;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.schema.LoopVerdict;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** OTLP over HTTP with a running processor, a real broker and a real registry. */
class OtlpIT {

  private static final String TOKEN = "a-token-of-telemetry";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "otlp-",
          Map.of(
              "http.tokens",
              TokenFiles.of(TOKEN, "ingest"),
              "otlp.port",
              "0",
              "otlp.delay",
              "0.5s"));

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<byte[]> post(String path, byte[] body, String... headers) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(CONSOLE.served().otlp() + path))
            .POST(BodyPublishers.ofByteArray(body))
            .headers(headers)
            .build();
    return untilAvailable(
        () -> client.send(request, BodyHandlers.ofByteArray()), HttpResponse::statusCode);
  }

  private HttpResponse<byte[]> traces(byte[] body, String type) {
    return post("/v1/traces", body, "Authorization", "Bearer " + TOKEN, "Content-Type", type);
  }

  private static byte[] loop(String conversation, int trace) {
    List<TelemetryRecord> spans = new ArrayList<>();
    for (int call = 0; call < 4; call++) {
      Map<String, String> more = Map.of("gen_ai.conversation.id", conversation);
      spans.add(Spans.tool(Spans.trace(trace), call, -1, call, more));
    }
    return OtlpWriter.write(OtlpSignal.TRACES, spans);
  }

  private static void expectLoop(String task) {
    await().until(() -> !CONSOLE.feed().verdictsOf(task).isEmpty());
    assertThat(CONSOLE.feed().verdictsOf(task))
        .extracting(LoopVerdict::getLoopType)
        .extracting(Object::toString)
        .containsExactly("REPEATED_ACTION");
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  @Test
  void loopInProtobufHasVerdict() throws Exception {
    HttpResponse<byte[]> answer = traces(loop("protobuf", 1), PROTOBUF);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains(PROTOBUF);
    assertThat(answer.body()).isEmpty();
    expectLoop("protobuf");
  }

  @Test
  void loopInGzipHasVerdict() throws Exception {
    HttpResponse<byte[]> answer =
        post(
            "/v1/traces",
            gzip(loop("gzip", 2)),
            "Authorization",
            "Bearer " + TOKEN,
            "Content-Type",
            PROTOBUF,
            "Content-Encoding",
            "gzip");

    assertThat(answer.statusCode()).isEqualTo(200);
    expectLoop("gzip");
  }

  @Test
  void loopInLogsHasVerdict() throws Exception {
    StringBuilder records = new StringBuilder();
    for (int call = 0; call < 4; call++) {
      records
          .append(call == 0 ? "" : ",")
          .append(
              """
              {"timeUnixNano":"%d","eventName":"codex.tool_result","attributes":[
                {"key":"conversation.id","value":{"stringValue":"logs"}},
                {"key":"call_id","value":{"stringValue":"c%d"}},
                {"key":"tool_name","value":{"stringValue":"shell"}},
                {"key":"arguments","value":{"stringValue":"{\\"command\\":[\\"ls\\"]}"}},
                {"key":"output","value":{"stringValue":"Cart.java"}},
                {"key":"success","value":{"stringValue":"true"}}]}"""
                  .formatted(1_772_366_400_000_000_000L + call * 1_000_000_000L, call));
    }
    String body = "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[" + records + "]}]}]}";
    HttpResponse<byte[]> answer =
        post(
            "/v1/logs",
            body.getBytes(UTF_8),
            "Authorization",
            "Bearer " + TOKEN,
            "Content-Type",
            JSON);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(new String(answer.body(), UTF_8)).isEqualTo("{}");
    expectLoop("logs");
  }

  @Test
  void unreadableSpanIsRejectedAndTheOthersAreTaken() throws Exception {
    String good = "\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"a\"".formatted(3, 3);
    String body =
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"name\":\"b\"},{%s}]}]}]}"
            .formatted(good);
    HttpResponse<byte[]> answer = traces(body.getBytes(UTF_8), JSON);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(new String(answer.body(), UTF_8))
        .contains("\"rejectedSpans\":\"1\"", "traceId must have 32 hexadecimal digits");
  }

  @Test
  void tooLongSpanIsRejectedAndTheOthersAreTaken() throws Exception {
    List<TelemetryRecord> spans =
        List.of(
            Spans.tool(
                Spans.trace(9), 1, -1, 0, Map.of("gen_ai.tool.call.result", "x".repeat(10 << 20))),
            Spans.tool(Spans.trace(9), 2, -1, 1, Map.of()));
    HttpResponse<byte[]> answer = traces(OtlpWriter.write(OtlpSignal.TRACES, spans), PROTOBUF);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(ExportTraceServiceResponse.parseFrom(answer.body()).getPartialSuccess())
        .returns(1L, it -> it.getRejectedSpans())
        .returns("a record must have at most 9437184 bytes", it -> it.getErrorMessage());
  }

  @Test
  void pathWithoutRouteIsNotFound() {
    assertThat(post("/v1/trace", "{}".getBytes(UTF_8), "Content-Type", JSON).statusCode())
        .isEqualTo(404);
  }

  @Test
  void countsWhatIsRefused() throws Exception {
    double before = rejected();

    traces("[]".getBytes(UTF_8), JSON);
    assertThat(rejected()).isEqualTo(before + 1);

    traces("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{},{}]}]}]}".getBytes(UTF_8), JSON);
    assertThat(rejected()).isEqualTo(before + 3);
  }

  private static double rejected() {
    return CONSOLE
        .served()
        .metrics()
        .get(Metric.OTLP_RECORDS.id())
        .tag("outcome", "rejected")
        .counter()
        .count();
  }

  @Test
  void refusesWhatIsNoOtlp() throws Exception {
    assertThat(traces("no OTLP".getBytes(UTF_8), PROTOBUF).statusCode()).isEqualTo(400);
    assertThat(traces("[]".getBytes(UTF_8), JSON).statusCode()).isEqualTo(400);
    assertThat(traces("{}".getBytes(UTF_8), "text/plain").statusCode()).isEqualTo(415);
    assertThat(traces("{}".getBytes(UTF_8), JSON).statusCode()).isEqualTo(200);
    assertThat(
            post(
                    "/v1/traces",
                    "{}".getBytes(UTF_8),
                    "Authorization",
                    "Bearer wrong-token-of-nobody",
                    "Content-Type",
                    JSON)
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void refusesGzipThatGrowsTooLong() throws Exception {
    HttpResponse<byte[]> answer =
        post(
            "/v1/traces",
            gzip(new byte[20 << 20]),
            "Authorization",
            "Bearer " + TOKEN,
            "Content-Type",
            PROTOBUF,
            "Content-Encoding",
            "gzip");

    assertThat(answer.statusCode()).isEqualTo(413);
  }
}
