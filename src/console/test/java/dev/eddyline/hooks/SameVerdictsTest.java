package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.hooks.ClaudeCodeRun.TimedHook;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.inputs.RecordOrigin;
import dev.eddyline.json.EventDefaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.EventWriter;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.otlp.TelemetryMapping;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.otlp.Trace;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.replay.LoopVerdictTexts;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.topology.input.EventEncoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One run of Claude Code, with two loops in 44 events, has the same verdicts whichever way its
 * events take, and also when three ways report it at once.
 */
class SameVerdictsTest {

  private static final ClaudeCodeRun RUN = new ClaudeCodeRun("session-1", HookFixtures.NOW);
  private static final String TOPIC = "agent-events";

  @TempDir private Path folder;

  private static List<AgentEvent> natively() {
    return RUN.events(ReplyKind.NONE);
  }

  /** Through HTTP, without ids. */
  private static List<AgentEvent> overHttp() throws Exception {
    EventReader reader =
        new EventReader(EventDefaults.live(Instant::now, () -> "an-id-that-is-not-needed"));
    List<AgentEvent> events = new ArrayList<>();
    for (AgentEvent event : natively()) {
      String line = new EventWriter().tree(event).without("eventId").toString();
      events.addAll(reader.read(line).events());
    }
    return events;
  }

  private static List<AgentEvent> onKafka(EventEncoding encoding) {
    try (var registry =
        new ConfluentSchemaRegistry(
            Map.of("schema.registry.url", "mock://same-verdicts"), AvailabilityListener.NONE)) {
      var avro = AvroSerde.of(AgentEvent.class, registry).serializer();
      EventDeserializer values = new EventDeserializer(registry, EventFormat.all());
      List<AgentEvent> events = new ArrayList<>();
      for (AgentEvent event : natively()) {
        byte[] value = encoding.value(it -> avro.serialize(TOPIC, it), event);
        Headers headers = encoding.headers(event);
        RecordOrigin origin = new RecordOrigin(RUN.session(), TOPIC, 0, events.size(), 0);
        events.add(values.deserialize(TOPIC, headers, value).completeFrom(origin).event());
      }
      return events;
    }
  }

  private static List<AgentEvent> hooked() {
    List<AgentEvent> events = new ArrayList<>();
    for (TimedHook hook : RUN.hooks()) {
      HookCall call = HookCall.read(hook.json(), Optional.empty(), hook.at());
      events.addAll(HookFixtures.agent("claude-code").read(call).events());
    }
    return events;
  }

  private List<AgentEvent> fromSessionFile() throws IOException {
    List<AgentEvent> events = new ArrayList<>();
    new SessionFiles().read(RUN.sessionFile(folder), event -> events.add(event.event()));
    return events;
  }

  private static List<AgentEvent> asOtlp() {
    TelemetryMapper mapper = new TelemetryMapper(TelemetryMapping.shipped(), text -> text);
    List<AgentEvent> events = new ArrayList<>();
    Trace trace = Trace.empty();
    for (String span : RUN.spans()) {
      byte[] body = span.getBytes(StandardCharsets.UTF_8);
      for (TelemetryRecord record :
          OtlpBody.read(OtlpSignal.TRACES, OtlpEncoding.JSON, body).records()) {
        mapper.learn(trace, record);
        events.addAll(mapper.map(trace, record, Instant.now()).events());
      }
    }
    return events;
  }

  @Test
  void ofEveryWay() throws Exception {
    List<String> expected = LoopVerdictTexts.of(natively());

    assertThat(expected).anyMatch(it -> it.contains(" IDENTICAL_FAILURE "));
    assertThat(expected).anyMatch(it -> it.contains(" REPEATED_ACTION "));
    assertThat(natively()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(LoopVerdictTexts.of(overHttp())).as("HTTP").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(hooked())).as("hooks").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(fromSessionFile())).as("session file").isEqualTo(expected);
    assertThat(LoopVerdictTexts.of(asOtlp())).as("OTLP").isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void ofEveryFormatOnKafka(EventEncoding encoding) {
    assertThat(LoopVerdictTexts.of(onKafka(encoding))).isEqualTo(LoopVerdictTexts.of(natively()));
  }

  @Test
  void ofThreeWaysAtOnce() throws IOException {
    List<AgentEvent> all = new ArrayList<>(hooked());
    all.addAll(asOtlp());
    all.addAll(fromSessionFile());
    all.sort(Comparator.comparing(AgentEvent::getOccurredAt));

    assertThat(all).hasSize(3 * natively().size());
    assertThat(LoopVerdictTexts.of(all)).isEqualTo(LoopVerdictTexts.of(natively()));
  }

  @Test
  void ofHooksHttpAndCloudEventsAtOnce() throws Exception {
    List<AgentEvent> all = new ArrayList<>(hooked());
    all.addAll(overHttp());
    all.addAll(onKafka(EventEncoding.STRUCTURED));
    all.sort(Comparator.comparing(AgentEvent::getOccurredAt));

    assertThat(LoopVerdictTexts.of(all)).isEqualTo(LoopVerdictTexts.of(natively()));
  }
}
