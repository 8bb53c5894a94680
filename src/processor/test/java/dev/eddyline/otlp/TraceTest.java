package dev.eddyline.otlp;

import static dev.eddyline.otlp.OtlpFixtures.events;
import static dev.eddyline.otlp.OtlpFixtures.failed;
import static dev.eddyline.otlp.OtlpFixtures.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names that spans take from their ancestors, which arrive after them. */
class TraceTest {

  private static final String TOOL =
      "{'gen_ai.operation.name':'execute_tool','gen_ai.tool.name':'t',"
          + "'gen_ai.tool.call.arguments':'{}','gen_ai.tool.call.result':'done'}";
  private static final String AGENT =
      "{'gen_ai.operation.name':'invoke_agent','gen_ai.agent.name':'fixer',"
          + "'gen_ai.conversation.id':'c-7'}";

  private final TelemetryMapper mapper = OtlpFixtures.mapper();
  private final Trace trace = Trace.empty();
  private final TelemetryRecord tool = span(3, 2, "execute_tool t", TOOL);

  private AgentEvent call(TelemetryRecord record) {
    return mapper.map(trace, record, OtlpFixtures.START.plusSeconds(60)).events().get(0);
  }

  @Test
  void aToolIsCompleteWhenItsAncestorsNamedAgentAndTask() {
    mapper.learn(trace, tool);
    assertThat(mapper.isComplete(trace, tool)).isFalse();

    mapper.learn(trace, span(2, 1, "step 0", "{}"));
    assertThat(mapper.isComplete(trace, tool)).isFalse();

    mapper.learn(trace, span(1, 0, "invoke_agent fixer", AGENT));
    assertThat(mapper.isComplete(trace, tool)).isTrue();
    assertThat(call(tool).getTaskId()).isEqualTo("c-7");
    assertThat(call(tool).getAgentId()).isEqualTo("fixer");
  }

  @Test
  void aToolIsCompleteWhenAllAncestorsArrivedWithoutNames() {
    mapper.learn(trace, tool);
    mapper.learn(trace, span(2, 1, "a", "{}"));
    mapper.learn(trace, span(1, 0, "b", "{}"));

    assertThat(mapper.isComplete(trace, tool)).isTrue();
    assertThat(call(tool).getTaskId()).isEqualTo(OtlpFixtures.TRACE);
    assertThat(call(tool).getAgentId()).isEqualTo("shop");
  }

  @Test
  void aLateConversationDoesNotMoveTheTraceToAnotherTask() {
    mapper.learn(trace, tool);
    assertThat(call(tool).getTaskId()).isEqualTo(OtlpFixtures.TRACE);

    mapper.learn(trace, span(9, 8, "chat", "{'gen_ai.conversation.id':'c-7'}"));

    assertThat(call(tool).getTaskId()).isEqualTo(OtlpFixtures.TRACE);
  }

  @Test
  void aConversationOfALateAncestorDoesNotDivideTheTrace() {
    mapper.learn(trace, tool);
    assertThat(call(tool).getTaskId()).isEqualTo(OtlpFixtures.TRACE);
    mapper.learn(trace, span(2, 1, "invoke_agent fixer", AGENT));

    assertThat(call(span(4, 2, "execute_tool t", TOOL)).getTaskId()).isEqualTo(OtlpFixtures.TRACE);
  }

  @Test
  void theStateOfALongTraceIsBoundedAndTheNewestSpansRemain() {
    for (int i = 10; i < 10_000; i++) {
      mapper.learn(trace, span(i, i + 1, "node", "{}"));
    }
    mapper.learn(trace, span(20_001, 20_000, "invoke_agent", AGENT));
    TelemetryRecord newest = span(20_002, 20_001, "execute_tool t", TOOL);

    assertThat(trace.state().getSpans()).hasSize(Trace.MAX_SPANS);
    assertThat(trace.agentOfAncestors(newest)).contains("fixer");
  }

  @Test
  void callsOfALongTraceDoNotEvictTheirAncestors() {
    mapper.learn(trace, span(1, 0, "invoke_agent", AGENT));
    for (int i = 10; i < 10_000; i++) {
      mapper.learn(trace, span(i, 1, "execute_tool t", TOOL));
    }

    assertThat(trace.state().getSpans()).hasSize(Trace.MAX_SPANS);
    assertThat(trace.agentOfAncestors(span(20_000, 1, "execute_tool t", TOOL))).contains("fixer");
  }

  @Test
  void aCallOfNestedSpansCountsOnceInALongTrace() {
    for (int i = 10; i < 1_000; i++) {
      mapper.learn(trace, span(i, i + 1, "node", "{}"));
    }
    for (int i = 1_010; i < 2_000; i++) {
      mapper.learn(trace, span(i, 1, "execute_tool t", TOOL));
    }
    TelemetryRecord inner = span(5_001, 5_002, "execute_tool t", TOOL);
    TelemetryRecord outer = span(5_002, 5_003, "execute_tool t", TOOL);

    mapper.learn(trace, inner);
    call(inner);
    mapper.learn(trace, outer);

    assertThat(mapper.map(trace, outer, OtlpFixtures.START.plusSeconds(60)).events()).isEmpty();
    assertThat(trace.state().getSpans()).hasSize(Trace.MAX_SPANS);
  }

  @Test
  void aStoredStateIsTheSameTrace() {
    mapper.learn(trace, span(1, 0, "invoke_agent fixer", AGENT));
    Trace restored = new Trace(trace.state());

    assertThat(restored.agentOfAncestors(span(2, 1, "t", "{}"))).contains("fixer");
    assertThat(restored.task()).contains("c-7");
  }

  @Test
  void cyclesAmongParentsEnd() {
    mapper.learn(
        trace, failed(span(1, 2, "a", AGENT.replace("'gen_ai.agent.name':'fixer',", "")), "x"));
    mapper.learn(trace, failed(span(2, 1, "b", "{}"), "x"));
    mapper.learn(trace, failed(span(3, 3, "execute_tool t", TOOL), "x"));
    TelemetryRecord child = span(4, 1, "execute_tool t", TOOL);

    org.assertj.core.api.Assertions.assertThatCode(() -> call(child)).doesNotThrowAnyException();
    assertThat(trace.agentOfAncestors(child)).isEmpty();
  }

  @Test
  void theFailureOfAnAgentIsReportedOnce() {
    TelemetryRecord agent = failed(span(1, 0, "invoke_agent fixer", AGENT), "boom");
    TelemetryRecord inner = failed(span(2, 1, "invoke_agent inner", AGENT), "boom");

    assertThat(EventLines.lines(events(inner, agent)))
        .containsExactly(
            "failure_reported c-7:0000000000000002:failure task=c-7 agent=fixer message=boom");
    assertThat(events(failed(tool, "boom"), failed(span(2, 1, "tools", "{}"), "boom"), agent))
        .extracting(it -> it.getBody().getClass().getSimpleName())
        .containsExactly("ToolCalled", "ToolReturned");
  }

  @Test
  void theFailureOfAStepIsReportedByItsAgent() {
    TelemetryRecord agent = failed(span(1, 0, "invoke_agent fixer", AGENT), "boom");
    TelemetryRecord step =
        failed(span(2, 1, "plan", "{'openinference.span.kind':'CHAIN'}"), "boom");

    assertThat(events(step, agent)).singleElement().asString().contains("boom");
  }

  @Test
  void aToolThatStartsAnAgentIsARequestToIt() {
    TelemetryRecord outer =
        span(
            2,
            1,
            "execute_tool ask",
            "{'gen_ai.operation.name':'execute_tool','gen_ai.tool.name':'ask',"
                + "'gen_ai.tool.call.id':'call_1','gen_ai.tool.call.arguments':'q',"
                + "'gen_ai.tool.call.result':'yes'}");
    TelemetryRecord inner =
        span(
            3,
            2,
            "invoke_agent reviewer",
            "{'gen_ai.operation.name':'invoke_agent','gen_ai.agent.name':'reviewer',"
                + "'gen_ai.conversation.id':'c-8'}");
    TelemetryRecord innerTool = span(4, 3, "execute_tool t", TOOL);

    assertThat(
            EventLines.lines(
                events(innerTool, inner, outer, span(1, 0, "invoke_agent fixer", AGENT))))
        .anyMatch(line -> line.startsWith("collaboration_requested c-7:call_1:called task=c-7 "))
        .anyMatch(line -> line.contains("toAgent=reviewer"))
        .anyMatch(line -> line.startsWith("tool_called c-8:"));
  }

  @Test
  void anAgentWithItsOwnConversationWorksForTheOuterOne() {
    TelemetryRecord chat =
        span(
            3,
            2,
            "chat",
            "{'gen_ai.operation.name':'chat','gen_ai.conversation.id':'c-8',"
                + "'gen_ai.usage.input_tokens':1}");

    AgentEvent event =
        events(chat, span(2, 1, "a", "{}"), span(1, 0, "invoke_agent fixer", AGENT)).get(0);

    assertThat(event.getTaskId()).isEqualTo("c-8");
    assertThat(event.getRootTaskId()).isEqualTo("c-7");
    assertThat(Optional.ofNullable(event.getParentTaskId())).contains("c-7");
  }

  @Test
  void aCallThatTwoInstrumentationsTraceIsOneCall() {
    TelemetryRecord inner = span(3, 2, "t", TOOL);
    TelemetryRecord outer = span(2, 1, "execute_tool t", TOOL);
    TelemetryRecord other =
        span(2, 1, "execute_tool t", TOOL.replace("arguments':'{}'", "arguments':'{1}'"));
    mapper.learn(trace, inner);
    assertThat(call(inner).getEventId()).endsWith(":called");

    mapper.learn(trace, outer);

    assertThat(outcome(outer)).isEqualTo(Mapped.Outcome.IGNORED);
    mapper.learn(trace, other);
    assertThat(outcome(other)).isEqualTo(Mapped.Outcome.MAPPED);
  }

  @Test
  void aCallWithoutArgumentsAwaitsTheSpanAroundItThatHasThem() {
    TelemetryRecord inner =
        span(3, 2, "execute_tool t", TOOL.replace("gen_ai.tool.call.arguments", "other"));
    mapper.learn(trace, span(1, 0, "invoke_agent fixer", AGENT));
    mapper.learn(trace, inner);
    assertThat(mapper.isComplete(trace, inner)).isFalse();

    mapper.learn(trace, span(2, 1, "t", TOOL));

    assertThat(mapper.isComplete(trace, inner)).isTrue();
    assertThat(outcome(inner)).isEqualTo(Mapped.Outcome.IGNORED);
    assertThat(outcome(span(2, 1, "t", TOOL))).isEqualTo(Mapped.Outcome.MAPPED);
  }

  @Test
  void anAgentsOwnCallOfTheToolThatStartedItIsAnotherCall() {
    mapper.learn(trace, span(4, 3, "execute_tool t", TOOL));
    mapper.learn(trace, span(3, 2, "invoke_agent fixer", AGENT));
    TelemetryRecord outer = span(2, 1, "execute_tool t", TOOL);
    mapper.learn(trace, outer);

    assertThat(outcome(outer)).isEqualTo(Mapped.Outcome.MAPPED);
  }

  private Mapped.Outcome outcome(TelemetryRecord record) {
    return mapper.map(trace, record, OtlpFixtures.START.plusSeconds(60)).outcome();
  }
}
