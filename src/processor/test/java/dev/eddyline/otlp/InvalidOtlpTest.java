package dev.eddyline.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are not OTLP: the readers throw only their own exception, and the mapper none. */
class InvalidOtlpTest {

  private static final int MUTATIONS = 100;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TelemetryMapper MAPPER = OtlpFixtures.mapper();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static List<String> shapes() {
    return OtlpFixtures.shapes();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "7",
        "null",
        "\"text\"",
        "{",
        "{} {}",
        "{}x",
        "{\"resourceSpans\":7}",
        "{\"resourceSpans\":{}}",
        "{\"resourceSpans\":null}"
      })
  void otherJsonIsInvalid(String body) {
    assertThatThrownBy(() -> OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, bytes(body)))
        .isInstanceOf(InvalidOtlpException.class)
        .hasMessageStartingWith("the body must be ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"resourceSpans\":[]}", "{\"resourceSpans\":[7,null,[],{}]}"})
  void anEmptyBodyHasNoRecords(String body) {
    assertThat(OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, bytes(body)))
        .isEqualTo(new OtlpBody(List.of(), 0, ""));
  }

  @Test
  void anErrorDoesNotQuoteTheBody() {
    assertThatThrownBy(() -> OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.JSON, bytes("{secret")))
        .hasMessage("the body must be OTLP in JSON: it is not valid JSON");
  }

  @Test
  void aTruncatedProtobufBodyIsInvalid() {
    byte[] whole =
        OtlpWriter.write(OtlpSignal.TRACES, List.of(OtlpFixtures.span(1, 0, "n", "{'a':'b'}")));

    for (int length = 1; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, part))
          .isInstanceOf(InvalidOtlpException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aBodyOfTheOtherSignalIsRefusedWithTheRightPath(String shape) throws IOException {
    // Given
    OtlpSignal actual = OtlpFixtures.signal(shape);
    OtlpSignal other = actual == OtlpSignal.TRACES ? OtlpSignal.LOGS : OtlpSignal.TRACES;
    String path = actual == OtlpSignal.TRACES ? "/v1/traces" : "/v1/logs";
    byte[] json = bytes(OtlpFixtures.text(shape + ".json"));
    OtlpBody read = OtlpBody.read(actual, OtlpEncoding.JSON, json);
    byte[] protobuf = OtlpWriter.write(actual, read.records());

    // When / Then
    assertThatThrownBy(() -> TraceBodies.split(other, OtlpEncoding.JSON, json))
        .isInstanceOf(InvalidOtlpException.class)
        .hasMessageContaining(path);
    for (byte[] body : List.of(protobuf, firstRecordAlone(actual, read))) {
      assertThatThrownBy(() -> TraceBodies.split(other, OtlpEncoding.PROTOBUF, body))
          .isInstanceOf(InvalidOtlpException.class)
          .hasMessageContaining(path);
      assertThatThrownBy(() -> OtlpBody.read(other, OtlpEncoding.PROTOBUF, body))
          .isInstanceOf(InvalidOtlpException.class)
          .hasMessageContaining(path);
      assertThat(OtlpBody.read(actual, OtlpEncoding.PROTOBUF, body).rejected()).isZero();
    }
  }

  private static byte[] firstRecordAlone(OtlpSignal signal, OtlpBody body) {
    return OtlpWriter.write(signal, body.records().subList(0, 1));
  }

  @Test
  void aLogRecordWithOnlyItsObservedTimeIsRefusedWhereSpansAreRead() {
    byte[] body =
        ExportLogsServiceRequest.newBuilder()
            .addResourceLogs(
                ResourceLogs.newBuilder()
                    .addScopeLogs(
                        ScopeLogs.newBuilder()
                            .addLogRecords(LogRecord.newBuilder().setObservedTimeUnixNano(7))))
            .build()
            .toByteArray();

    assertThatThrownBy(() -> OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body))
        .hasMessageContaining("/v1/logs");
    assertThat(OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.PROTOBUF, body).records()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 30, 100, 10_000})
  void deepValuesAreInvalidOrCanBeWrittenAndReadAgain(int depth) {
    String array = "{\"arrayValue\":{\"values\":[".repeat(depth) + "]}}".repeat(depth);
    String map =
        "{\"kvlistValue\":{\"values\":[{\"key\":\"k\",\"value\":".repeat(depth)
            + "{}"
            + "}]}}".repeat(depth);
    for (String value : List.of(array, map)) {
      byte[] body =
          bytes(
              "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"attributes\":"
                  + "[{\"key\":\"k\",\"value\":"
                  + value
                  + "}]}]}]}]}");
      try {
        OtlpBody read = OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.JSON, body);
        byte[] written = OtlpWriter.write(OtlpSignal.LOGS, read.records());
        assertThat(OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.PROTOBUF, written)).isEqualTo(read);
      } catch (InvalidOtlpException tooDeep) {
        assertThat(depth).isGreaterThanOrEqualTo(30);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"strands", "claude-code-logs", "openllmetry-python"})
  void wrongTypesOfEachFieldThrowNothingElse(String shape) throws IOException {
    JsonNode whole = JSON.readTree(OtlpFixtures.text(shape + ".json"));
    List<JsonNode> wrong =
        List.of(
            JSON.getNodeFactory().nullNode(),
            JSON.readTree("7"),
            JSON.readTree("true"),
            JSON.readTree("\"\""),
            JSON.readTree("[]"),
            JSON.readTree("{}"),
            JSON.readTree("[[{\"a\":[null]}]]"));
    List<Consumer<JsonNode>> places = new ArrayList<>();
    collectPlaces(whole, places);

    for (Consumer<JsonNode> place : places) {
      for (JsonNode value : wrong) {
        place.accept(value);
        readAndMap(shape, OtlpEncoding.JSON, JSON.writeValueAsBytes(whole));
      }
      place.accept(null);
    }
  }

  /** Ways to replace each value; null restores it. */
  private static void collectPlaces(JsonNode node, List<Consumer<JsonNode>> places) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              field -> {
                JsonNode own = field.getValue();
                places.add(it -> object.set(field.getKey(), it == null ? own : it));
                collectPlaces(own, places);
              });
    } else if (node instanceof ArrayNode array && !array.isEmpty()) {
      JsonNode own = array.get(0);
      places.add(it -> array.set(0, it == null ? own : it));
      array.forEach(item -> collectPlaces(item, places));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void mutatedBodiesThrowNothingElse(String shape) {
    byte[] json = bytes(OtlpFixtures.text(shape + ".json"));
    OtlpSignal signal = OtlpFixtures.signal(shape);
    byte[] protobuf =
        OtlpWriter.write(signal, OtlpBody.read(signal, OtlpEncoding.JSON, json).records());
    Random random = new Random(shape.hashCode());

    int read = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      read += readAndMap(shape, OtlpEncoding.JSON, mutated(json, random));
      read += readAndMap(shape, OtlpEncoding.PROTOBUF, mutated(protobuf, random));
    }

    assertThat(read).isGreaterThan(MUTATIONS / 20);
  }

  private static byte[] mutated(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        default -> {
          int length = random.nextInt(Math.min(40, bytes.length - at));
          System.arraycopy(bytes, random.nextInt(bytes.length - length), bytes, at, length);
        }
      }
    }
    return bytes;
  }

  /** Returns 1 for a body that could be read, else 0. */
  private static int readAndMap(String shape, OtlpEncoding encoding, byte[] bytes) {
    OtlpBody body;
    try {
      body = OtlpBody.read(OtlpFixtures.signal(shape), encoding, bytes);
    } catch (InvalidOtlpException invalid) {
      return 0;
    }
    OtlpFixtures.events(MAPPER, body.records());
    return 1;
  }

  @ParameterizedTest
  @CsvSource({
    "application/json,JSON",
    "Application/JSON; charset=utf-8,JSON",
    "application/x-protobuf,PROTOBUF",
    "application/protobuf,PROTOBUF",
    "text/plain,"
  })
  void contentTypesNameTheEncoding(String type, OtlpEncoding encoding) {
    assertThat(OtlpEncoding.ofContentType(type)).isEqualTo(Optional.ofNullable(encoding));
  }

  @Test
  void objectWithoutTheListIsRefused_soThatMisspeltTelemetryIsNotLostUnseen() {
    byte[] body = "{\"resource_spans\":[]}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, body))
        .isInstanceOf(InvalidOtlpException.class)
        .hasMessage("the body must be a JSON object with the list resourceSpans");
  }
}
