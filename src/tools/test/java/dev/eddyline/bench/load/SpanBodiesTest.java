package dev.eddyline.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.otlp.Mapped;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.otlp.TelemetryMapping;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.otlp.Trace;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanBodiesTest {

  private static final int TASKS = 3;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final EventMix MIX = EventMix.shipped();
  private static final SpanBodies BODIES =
      new SpanBodies(MIX, new SyntheticTexts(MIX.words()), TASKS, BEGIN);

  @Test
  void groupMapsToItsNumberOfEvents() {
    // Given
    OtlpBody body = read(SpanBodies.SPANS_PER_GROUP, 3 * SpanBodies.SPANS_PER_GROUP);

    // When
    List<Mapped> mapped = map(body.records());

    // Then
    assertThat(body.rejected()).isZero();
    List<AgentEvent> events = mapped.stream().flatMap(it -> it.events().stream()).toList();
    assertThat(events).hasSize(2 * SpanBodies.EVENTS_PER_GROUP);
    assertThat(events).extracting(AgentEvent::getEventId).doesNotHaveDuplicates();
    assertThat(events)
        .extracting(AgentEvent::getTaskId)
        .containsOnly("telemetry-0", "telemetry-1", "telemetry-2");
    assertThat(mapped)
        .extracting(Mapped::outcome)
        .containsOnly(Mapped.Outcome.MAPPED, Mapped.Outcome.IGNORED);
  }

  @Test
  void bodyEndsWithinTraces() {
    // When
    List<TelemetryRecord> body = read(0, SpanBodies.SPANS_PER_BODY).records();

    // Then
    assertThat(body).hasSize(SpanBodies.SPANS_PER_BODY);
    Map<String, Long> agentsByTrace = new HashMap<>();
    body.forEach(
        span -> agentsByTrace.merge(span.traceId(), span.parentId().isEmpty() ? 1L : 0, Long::sum));
    assertThat(agentsByTrace.values()).containsOnly(0L, 1L).hasSizeGreaterThan(10);
  }

  @Test
  void sameNumbersGiveSameSpans() {
    assertThat(BODIES.body(0, 100)).isEqualTo(BODIES.body(0, 100));
    assertThat(read(50, 100).records()).isEqualTo(read(0, 100).records().subList(50, 100));
  }

  private static OtlpBody read(long from, long to) {
    return OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, BODIES.body(from, to));
  }

  private static List<Mapped> map(List<TelemetryRecord> records) {
    TelemetryMapper mapper = new TelemetryMapper(TelemetryMapping.shipped(), text -> text);
    Map<String, Trace> traces = new HashMap<>();
    records.forEach(
        it -> mapper.learn(traces.computeIfAbsent(it.traceId(), none -> Trace.empty()), it));
    List<Mapped> mapped = new ArrayList<>();
    for (TelemetryRecord each : records) {
      assertThat(mapper.isComplete(traces.get(each.traceId()), each)).isTrue();
      mapped.add(mapper.map(traces.get(each.traceId()), each, BEGIN.plusSeconds(60)));
    }
    return mapped;
  }
}
