package dev.eddyline.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.Spans;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.schema.AgentEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MapperTopologyTest {

  private static final Map<String, String> CONVERSATION =
      Map.of("gen_ai.conversation.id", "conversation-1");

  private final MapperRig rig = new MapperRig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void publishesCallAndResultOfToolSpan() {
    rig.receive(
        Spans.tool(Spans.trace(1), 2, 1, 0, CONVERSATION),
        Spans.agent(Spans.trace(1), 1, -1, 5, Map.of()));
    rig.afterDelays();

    assertThat(rig.events())
        .extracting(AgentEvent::getEventId, AgentEvent::getTaskId, AgentEvent::getAgentId)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "conversation-1:call_2:called", "conversation-1", "fixer"),
            org.assertj.core.groups.Tuple.tuple(
                "conversation-1:call_2:returned", "conversation-1", "fixer"));
  }

  @Test
  void publishesOnceACallThatTwoInstrumentationsTrace() {
    TelemetryRecord outer = Spans.tool(Spans.trace(1), 2, 1, 0, CONVERSATION);
    TelemetryRecord inner =
        Spans.tool(Spans.trace(1), 3, 2, 0, Map.of("gen_ai.tool.call.arguments", ""));
    rig.receive(outer, inner, Spans.agent(Spans.trace(1), 1, -1, 5, CONVERSATION));
    rig.afterDelays();

    assertThat(rig.events())
        .extracting(AgentEvent::getEventId)
        .containsExactly("conversation-1:call_2:called", "conversation-1:call_2:returned");
  }

  @Test
  void publishesNothingBeforeTheDelays() {
    rig.receive(Spans.tool(Spans.trace(1), 2, -1, 0, CONVERSATION));
    rig.after(MapperRig.DELAY.minusMillis(200)).after(MapperRig.DELAY.minusMillis(200));

    assertThat(rig.events()).isEmpty();
  }

  @Test
  void takesAgentAndTaskFromAncestorsThatComeWithinTheDelay() {
    rig.receive(Spans.tool(Spans.trace(1), 3, 2, 0, Map.of()));
    rig.after(Duration.ofSeconds(1));
    rig.receive(Spans.record(Spans.trace(1), 2, 1, "turn", 0, 3, Map.of()));
    rig.receive(Spans.agent(Spans.trace(1), 1, -1, 5, CONVERSATION));
    rig.afterDelays();

    assertThat(rig.events())
        .extracting(AgentEvent::getTaskId, AgentEvent::getAgentId)
        .containsOnly(org.assertj.core.groups.Tuple.tuple("conversation-1", "fixer"))
        .hasSize(2);
  }

  @Test
  void usesServiceAndTraceWithoutAncestors() {
    rig.receive(Spans.tool(Spans.trace(1), 3, 2, 0, Map.of()));
    rig.afterDelays();
    rig.receive(Spans.agent(Spans.trace(1), 2, -1, 5, CONVERSATION));
    rig.receive(Spans.tool(Spans.trace(1), 4, 2, 2, Map.of()));
    rig.afterDelays();

    assertThat(rig.events())
        .extracting(AgentEvent::getTaskId)
        .startsWith(Spans.trace(1), Spans.trace(1))
        .hasSize(4);
  }

  @Test
  void restoresTheOrderOfSpansInRandomOrder() {
    List<TelemetryRecord> spans = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      spans.add(Spans.tool(Spans.trace(i / 50), i, -1, i, CONVERSATION));
    }
    List<String> expected = new ArrayList<>();
    spans.forEach(
        span -> {
          String id = "conversation-1:" + span.attributes().text("gen_ai.tool.call.id").get();
          expected.add(id + ":called");
          expected.add(id + ":returned");
        });

    Collections.shuffle(spans, new Random(7));
    for (int i = 0; i < spans.size(); i += 40) {
      rig.receive(spans.subList(i, i + 40).toArray(TelemetryRecord[]::new));
      rig.after(Duration.ofMillis(30));
    }
    rig.afterDelays();

    assertThat(rig.events()).extracting(AgentEvent::getEventId).containsExactlyElementsOf(expected);
  }

  @Test
  void clockOfOneSenderThatIsAheadDoesNotUndoTheOrderOfOthers() {
    rig.receive(Spans.tool(Spans.trace(1), 1, -1, 600, CONVERSATION));
    rig.after(Duration.ofSeconds(3));
    rig.receive(Spans.tool(Spans.trace(2), 3, -1, 8, CONVERSATION));
    rig.after(Duration.ofMillis(1_100));
    rig.receive(Spans.tool(Spans.trace(2), 2, -1, 6, CONVERSATION));
    rig.afterDelays();

    assertThat(rig.events())
        .extracting(event -> event.getEventId().replaceFirst("conversation-1:", ""))
        .filteredOn(id -> !id.startsWith("call_1:"))
        .containsExactly("call_2:called", "call_2:returned", "call_3:called", "call_3:returned");
  }

  @Test
  void deadLettersWhatIsNoOtlpAndContinues() {
    rig.receive("{\"resourceSpans\": 7}".getBytes(UTF_8));
    rig.receive("no OTLP".getBytes(UTF_8));
    rig.receive(Spans.tool(Spans.trace(1), 2, -1, 0, CONVERSATION));
    rig.afterDelays();

    assertThat(rig.deadLetters()).hasSize(2);
    assertThat(rig.events()).hasSize(2);
  }

  @Test
  void longTextsAreShortened_soThatEventsFitTheirTopics() {
    String long1 = "x".repeat(9_000_000);
    rig.receive(
        Spans.tool(
            Spans.trace(1),
            2,
            -1,
            0,
            Map.of(
                "gen_ai.conversation.id",
                "conversation-1",
                "gen_ai.tool.call.arguments",
                "{\"command\":\"" + long1 + "\"}",
                "gen_ai.tool.call.result",
                long1)));
    rig.afterDelays();

    assertThat(rig.events())
        .hasSize(2)
        .allSatisfy(event -> assertThat(event.toString()).hasSizeLessThan(300_000));
  }

  @Test
  void namesThatAreTooLongAreLeftOut() {
    rig.receive(
        Spans.tool(Spans.trace(1), 2, -1, 0, Map.of("gen_ai.conversation.id", "c".repeat(1_025))));
    rig.afterDelays();

    assertThat(rig.events()).extracting(AgentEvent::getTaskId).containsOnly("shop").hasSize(2);
  }

  @Test
  void countsRecordsByOutcome() {
    rig.receive(
        Spans.tool(Spans.trace(1), 2, -1, 0, Map.of("gen_ai.tool.call.result", "__REDACTED__")),
        Spans.record(Spans.trace(1), 3, -1, "GET /cart", 0, 1, Map.of()));
    rig.afterDelays();

    assertThat(rig.records("without_content")).isEqualTo(1);
    assertThat(rig.records("unknown_kind")).isEqualTo(1);
  }

  @Test
  void reRoutesNothingOnTheHomePartition() {
    byte[] body =
        OtlpWriter.write(
            OtlpSignal.TRACES,
            List.of(
                Spans.tool(Spans.trace(1), 2, -1, 0, CONVERSATION),
                Spans.tool(Spans.trace(2), 3, -1, 1, CONVERSATION)));
    rig.receive(body).afterDelays();

    assertThat(rig.events()).hasSize(4);
  }
}
