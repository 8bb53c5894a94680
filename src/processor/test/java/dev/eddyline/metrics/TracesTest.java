package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Spans reach a local OTLP receiver as children of the event's span. */
class TracesTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  private static RecordHeaders headers(String flags) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(
        "traceparent",
        "00-%s-%s-%s".formatted(TRACE, PARENT, flags).getBytes(StandardCharsets.UTF_8));
    return headers;
  }

  private static EngineScenario looping(String task) {
    EngineScenario story = EngineScenario.under("default");
    for (int i = 0; i < 3; i++) {
      story.task(task).fails("a text that stays here");
    }
    return story;
  }

  @Test
  void verdictsAndGatesAreSpansOfTheEventsTrace_withoutTexts() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      // Given
      Traces traces = Traces.createForEndpoint(receiver.endpoint(), "tested");

      // When
      looping("T-traced")
          .published()
          .forEach(
              output ->
                  traces.exportSpan(
                      output, headers("01"), EngineScenario.BEGIN.toEpochMilli() - 20));
      traces.close();

      // Then
      await().until(() -> receiver.received(HexFormat.of().parseHex(TRACE)) == 3);
      assertThat(receiver.paths()).containsOnly("/v1/traces");
      assertThat(receiver.received("eddyline.verdict_id")).isEqualTo(2);
      assertThat(receiver.received("eddyline.gate_id")).isEqualTo(1);
      assertThat(receiver.received(HexFormat.of().parseHex(PARENT))).isEqualTo(3);
      assertThat(receiver.received("T-traced")).isPositive();
      assertThat(receiver.received("tested")).isPositive();
      assertThat(receiver.received("a text that stays here")).isZero();
    }
  }

  @Test
  void unsampledTracesAndCanariesGetNoSpans() throws Exception {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      // Given
      Traces traces = Traces.createForEndpoint(receiver.endpoint(), "tested");

      // When
      looping("T1").published().forEach(output -> traces.exportSpan(output, headers("00"), 0));
      looping(CanaryTasks.PREFIX + "0-0").published().stream()
          .filter(LoopVerdict.class::isInstance)
          .forEach(output -> traces.exportSpan(output, headers("01"), 0));
      traces.close();

      // Then
      assertThat(receiver.paths()).isEmpty();
    }
  }

  @Test
  void withoutAnEndpointNoSpansAreCreated() {
    assertThat(Traces.createForEndpoint(" ", "tested")).isSameAs(Traces.NONE);
    Traces.NONE.exportSpan(looping("T1").published().get(0), headers("01"), 0);
    Traces.NONE.close();
  }
}
