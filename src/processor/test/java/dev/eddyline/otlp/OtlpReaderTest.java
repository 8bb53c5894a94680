package dev.eddyline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What both readers make of values, ids and times. */
class OtlpReaderTest {

  private static final String SPAN =
      "'traceId':'" + OtlpFixtures.TRACE + "','spanId':'00000000000000ab'";

  private static OtlpBody spans(String spans) {
    String body = "{'resourceSpans':[{'scopeSpans':[{'spans':[" + spans + "]}]}]}";
    return OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, bytes(body));
  }

  private static OtlpBody logs(String logs) {
    String body = "{'resourceLogs':[{'scopeLogs':[{'logRecords':[" + logs + "]}]}]}";
    return OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.JSON, bytes(body));
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static TelemetryRecord span(String fields) {
    OtlpBody body = spans("{" + SPAN + "," + fields + "}");
    assertThat(body.rejected()).isZero();
    return body.records().get(0);
  }

  private static String attribute(String value) {
    return span("'attributes':[{'key':'k','value':" + value + "}]")
        .attributes()
        .value("k")
        .map(it -> it.getNodeType() + " " + it)
        .orElse("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'stringValue':'a'} | STRING 'a'",
        "{'stringValue':''} | STRING ''",
        "{'intValue':'5'} | NUMBER 5",
        "{'intValue':5} | NUMBER 5",
        "{'intValue':'-9223372036854775808'} | NUMBER -9223372036854775808",
        "{'intValue':'five'} | none",
        "{'intValue':{}} | none",
        "{'doubleValue':1} | NUMBER 1.0",
        "{'doubleValue':'1.5'} | NUMBER 1.5",
        "{'boolValue':true} | BOOLEAN true",
        "{'boolValue':'true'} | none",
        "{'bytesValue':'AQID'} | STRING 'AQID'",
        "{'stringValue':7} | none",
        "{'stringValue':null} | none",
        "{} | none",
        "null | none",
        "[] | none",
        "{'arrayValue':{}} | ARRAY []",
        "{'arrayValue':null} | none",
        "{'arrayValue':{'values':[{'stringValue':'a'},{}]}} | ARRAY ['a',null]",
        "{'kvlistValue':{'values':[{'key':'a','value':{'intValue':'1'}},{'key':'b'}]}}"
            + " | OBJECT {'a':1,'b':null}",
        "{'kvlistValue':7} | none",
        "{'futureValue':7} | none"
      })
  void valuesOfJsonAreRead(String value, String expected) {
    assertThat(attribute(value)).isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void bothEncodingsReadTheSameBytesAndMaps() {
    // Given
    Span span =
        Span.newBuilder()
            .setTraceId(ByteString.fromHex(OtlpFixtures.TRACE))
            .setSpanId(ByteString.fromHex("00000000000000ab"))
            .setName("n")
            .addAttributes(
                KeyValue.newBuilder()
                    .setKey("k")
                    .setValue(
                        AnyValue.newBuilder()
                            .setBytesValue(ByteString.copyFrom(new byte[] {1, 2, 3}))))
            .addAttributes(KeyValue.newBuilder().setKey("absent"))
            .addAttributes(
                KeyValue.newBuilder()
                    .setKey("d")
                    .setValue(AnyValue.newBuilder().setDoubleValue(Double.NaN)))
            .build();

    // When
    OtlpBody protobuf = OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body(span));
    TelemetryRecord json =
        span(
            "'name':'n','attributes':[{'key':'k','value':{'bytesValue':'AQID'}},{'key':'absent'},"
                + "{'key':'d','value':{'doubleValue':'NaN'}}]");

    // Then
    assertThat(protobuf).isEqualTo(new OtlpBody(List.of(json), 0, ""));
  }

  private static byte[] body(Span... spans) {
    ScopeSpans.Builder scope = ScopeSpans.newBuilder();
    for (Span span : spans) {
      scope.addSpans(span);
    }
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(ResourceSpans.newBuilder().addScopeSpans(scope))
        .build()
        .toByteArray();
  }

  @Test
  void idsAreInLowerCaseAndZeroIsAbsent() {
    OtlpBody body =
        spans(
            "{'traceId':'7ACE7ACE7ACE7ACE7ACE7ACE7ACE7ACE','spanId':'00000000000000AB',"
                + "'parentSpanId':'0000000000000000'}");

    assertThat(body.records())
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.traceId()).isEqualTo(OtlpFixtures.TRACE);
              assertThat(span.spanId()).isEqualTo("00000000000000ab");
              assertThat(span.parentId()).isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'name':null,'parentSpanId':null,'startTimeUnixNano':null,'status':null,'events':null",
        "'name':7,'status':{'message':null,'code':null},'attributes':null,'unknown':{'a':[1]}",
        "'name':{},'status':7,'events':7,'attributes':{'key':'k'},'kind':'SERVER'",
        "'parentSpanId':'','events':[null,7,{}],'attributes':[null,7,{},{'key':null}]"
      })
  void wrongAndMissingFieldsAreAbsent(String fields) {
    TelemetryRecord span = span(fields);

    assertThat(span.name()).isEmpty();
    assertThat(span.parentId()).isEmpty();
    assertThat(span.status()).isEmpty();
    assertThat(span.isError()).isFalse();
    assertThat(span.startedAt()).isEqualTo(Instant.EPOCH);
    assertThat(span.attributes()).isEqualTo(Attributes.NONE);
    assertThat(span.events()).allSatisfy(event -> assertThat(event.name()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "7",
        "{'traceId':'7ace','spanId':'00000000000000ab'}",
        "{'traceId':7,'spanId':'00000000000000ab'}",
        "{'traceId':'zzzz7ace7ace7ace7ace7ace7ace7ace','spanId':'00000000000000ab'}",
        "{'traceId':'00000000000000000000000000000000','spanId':'00000000000000ab'}",
        "{'traceId':'7ace7ace7ace7ace7ace7ace7ace7ace'}",
        "{'traceId':'7ace7ace7ace7ace7ace7ace7ace7ace','spanId':'00000000000000ab',"
            + "'parentSpanId':'ab'}",
        "{'traceId':'7ace7ace7ace7ace7ace7ace7ace7ace','spanId':'00000000000000ab',"
            + "'startTimeUnixNano':'yesterday'}",
        "{'traceId':'7ace7ace7ace7ace7ace7ace7ace7ace','spanId':'00000000000000ab',"
            + "'endTimeUnixNano':-5}"
      })
  void aBadSpanIsRejectedAndTheGoodOnesRemain(String bad) {
    OtlpBody body = spans("{" + SPAN + ",'name':'a'}," + bad + ",{" + SPAN + ",'name':'b'}");

    assertThat(body.records()).extracting(TelemetryRecord::name).containsExactly("a", "b");
    assertThat(body.rejected()).isEqualTo(1);
    assertThat(body.problem()).contains("must ").doesNotContain("yesterday");
  }

  @Test
  void aBadSpanOfProtobufIsRejectedAndTheGoodOnesRemain() {
    Span good =
        Span.newBuilder()
            .setTraceId(ByteString.fromHex(OtlpFixtures.TRACE))
            .setSpanId(ByteString.fromHex("00000000000000ab"))
            .build();
    Span.Builder bad = good.toBuilder();

    OtlpBody body =
        OtlpBody.read(
            OtlpSignal.TRACES,
            OtlpEncoding.PROTOBUF,
            body(
                good,
                bad.clone().clearTraceId().build(),
                bad.clone().setSpanId(ByteString.copyFrom(new byte[8])).build(),
                bad.clone().setParentSpanId(ByteString.fromHex("ab")).build(),
                good));

    assertThat(body.records()).hasSize(2);
    assertThat(body.rejected()).isEqualTo(3);
    assertThat(body.problem()).isEqualTo("traceId must have 16 bytes, not all of them 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "[]", "{'traceId':'ab'}", "{'timeUnixNano':'x'}"})
  void aBadLogRecordIsRejected(String bad) {
    OtlpBody body = logs("{'eventName':'a'}," + bad);

    assertThat(body.records()).extracting(TelemetryRecord::name).containsExactly("a");
    assertThat(body.rejected()).isEqualTo(1);
  }

  @Test
  void aLogRecordOfProtobufWithAnInvalidTraceIsRejected() {
    LogRecord bad = LogRecord.newBuilder().setTraceId(ByteString.fromHex("ab")).build();
    byte[] body =
        ExportLogsServiceRequest.newBuilder()
            .addResourceLogs(
                ResourceLogs.newBuilder()
                    .addScopeLogs(
                        ScopeLogs.newBuilder()
                            .addLogRecords(bad)
                            .addLogRecords(LogRecord.newBuilder().setEventName("a"))))
            .build()
            .toByteArray();

    OtlpBody read = OtlpBody.read(OtlpSignal.LOGS, OtlpEncoding.PROTOBUF, body);

    assertThat(read.records()).extracting(TelemetryRecord::name).containsExactly("a");
    assertThat(read.rejected()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'eventName':'a.b','body':{'stringValue':'c.d'} | a.b",
        "'eventName':null,'body':{'stringValue':'c.d'} | c.d",
        "'body':{'stringValue':'x.tool_result'},'attributes':[{'key':'event.name','value':"
            + "{'stringValue':'tool_result'}}] | x.tool_result",
        "'body':{'stringValue':'Tool call: a.b.'},'attributes':[{'key':'event.name','value':"
            + "{'stringValue':'x.y'}}] | x.y",
        "'body':{'kvlistValue':{'values':[{'key':'event.name','value':{'stringValue':'x.y'}}]}}"
            + " | x.y",
        "'body':{'stringValue':'Tool call: a.b.'} | ~~",
        "'body':null | ~~"
      })
  void logRecordsAreNamed(String fields, String name) {
    assertThat(logs("{" + fields + "}").records())
        .extracting(TelemetryRecord::name)
        .containsExactly(name);
  }

  @Test
  void aMapAsBodyIsAttributesWithoutNulls() {
    TelemetryRecord log =
        logs("{'body':{'kvlistValue':{'values':[{'key':'a','value':{'intValue':1}},{'key':'b'},"
                + "{'key':'c','value':{'intValue':1}}]}},"
                + "'attributes':[{'key':'c','value':{'intValue':2}}],"
                + "'observedTimeUnixNano':'1767225600000000000','timeUnixNano':0}")
            .records()
            .get(0);

    assertThat(log.attributes().values()).containsOnlyKeys("a", "c");
    assertThat(log.attributes().text("c")).contains("2");
    assertThat(log.endedAt()).isEqualTo(OtlpFixtures.START);
  }

  @Test
  void aBodyWithoutTypeIsJsonOnlyIfItStartsWithABrace() {
    byte[] protobuf = HexFormat.of().parseHex("0a7b0a00");

    assertThat(OtlpEncoding.ofBody(bytes(" {}"))).isEqualTo(OtlpEncoding.JSON);
    assertThat(OtlpEncoding.ofBody(protobuf)).isEqualTo(OtlpEncoding.PROTOBUF);
    assertThat(OtlpEncoding.ofBody(new byte[0])).isEqualTo(OtlpEncoding.PROTOBUF);
  }
}
