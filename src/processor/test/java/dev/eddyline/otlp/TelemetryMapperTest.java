package dev.eddyline.otlp;

import static dev.eddyline.otlp.OtlpFixtures.at;
import static dev.eddyline.otlp.OtlpFixtures.events;
import static dev.eddyline.otlp.OtlpFixtures.failed;
import static dev.eddyline.otlp.OtlpFixtures.log;
import static dev.eddyline.otlp.OtlpFixtures.mapped;
import static dev.eddyline.otlp.OtlpFixtures.mapper;
import static dev.eddyline.otlp.OtlpFixtures.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.otlp.Mapped.Outcome;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the mapper makes of content, ids, times and tasks. */
class TelemetryMapperTest {

  private static final String TASK = "'gen_ai.conversation.id':'c-7',";

  private static TelemetryRecord tool(int number, String more) {
    return span(
        number,
        9,
        "execute_tool t",
        "{'gen_ai.operation.name':'execute_tool'," + TASK + "'gen_ai.tool.name':'t'" + more + "}");
  }

  private static ToolCalled called(List<AgentEvent> events) {
    return (ToolCalled) events.get(0).getBody();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'gen_ai.tool.call.arguments':''",
        ",'gen_ai.tool.call.arguments':'__REDACTED__','gen_ai.tool.call.result':'__REDACTED__'",
        ",'gen_ai.tool.call.arguments':'[REDACTED]'",
        ",'input.value':'HIDDEN:non-empty'",
        ",'gcp.vertex.agent.tool_call_args':'{}','gcp.vertex.agent.tool_response':'{}'"
      })
  void contentThatIsNotReportedIsUnknown(String content) {
    List<AgentEvent> events = events(tool(1, content));

    assertThat(events).hasSize(2);
    assertThat(called(events).getArguments()).isNull();
    assertThat(called(events).getLoopKey()).isNull();
    assertThat(((ToolReturned) events.get(1).getBody()).getOutput()).isNull();
    assertThat(mapped(mapper(), List.of(tool(1, content))).get(0).outcome())
        .isEqualTo(Outcome.WITHOUT_CONTENT);
  }

  @Test
  void callsOfLogRecordsWithoutContentAreDifferentCalls() {
    String call = "{'session.id':'s','function_name':'t'}";
    List<AgentEvent> first = events(log(1, 5, "gemini_cli.tool_call", call));
    List<AgentEvent> second = events(log(2, 5, "gemini_cli.tool_call", call));

    assertThat(first).hasSize(1);
    assertThat(called(first).getArguments()).isNull();
    assertThat(called(first).getCallId()).isNotEqualTo(called(second).getCallId());
    assertThat(first.get(0).getEventId()).isNotEqualTo(second.get(0).getEventId());
  }

  @Test
  void agentThatIsANodeOfAGraphIsAStep() {
    String node = "'metadata':'{\\\"langgraph_node\\\":\\\"%s\\\"}'";
    String kind = "{'openinference.span.kind':'AGENT','session.id':'s',";

    List<AgentEvent> events =
        events(span(3, 2, "research_agent", kind + node.formatted("research_agent") + "}"));

    assertThat(events).hasSize(1);
    assertThat(events.get(0).getBody()).isEqualTo(new StepStarted("research_agent", false));
    assertThat(events(span(3, 2, "work_agent", kind + node.formatted("other") + "}"))).isEmpty();
  }

  @Test
  void pollsOfWorkInTheBackgroundAreNoCalls() {
    String poll =
        "{'session.id':'s','tool_name':'write_stdin','arguments':'{\\\"chars\\\":\\\"\\\"}'}";

    assertThat(events(log(1, 5, "codex.tool_result", poll))).isEmpty();
  }

  @Test
  void argumentsThatAreAnEmptyObjectAreKnown() {
    List<AgentEvent> events = events(tool(1, ",'gen_ai.tool.call.arguments':'{}'"));

    assertThat(called(events).getArguments()).isEqualTo("{}");
    assertThat(called(events).getLoopKey()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'gen_ai.tool.call.id':['run_1','call_1'] | call_1",
        "'gen_ai.tool.call.id':[] | 0000000000000001",
        "'gen_ai.tool.call.id':['<not specified>'] | 0000000000000001",
        "'gen_ai.tool.call.id':'' | 0000000000000001",
        "'gen_ai.tool.call.id':'<not specified>' | 0000000000000001",
        "'gen_ai.tool.call_id':'call_2' | call_2",
        "'tool.id':'call_3' | call_3",
        "'gen_ai.tool.call.id':7 | 7"
      })
  void theCallsIdIsTheSdksOrTheSpans(String attribute, String id) {
    assertThat(events(tool(1, "," + attribute)).get(0).getEventId())
        .isEqualTo("c-7:" + id + ":called");
  }

  @ParameterizedTest
  @CsvSource({
    "1999-12-31T23:59:59Z,2026-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z,1970-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z,1970-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z,2026-01-02T00:01:01Z",
    "2026-01-02T00:01:01Z,2026-01-02T00:01:01Z",
    "2554-07-21T23:34:33Z,2554-07-21T23:34:33Z"
  })
  void aTimeBefore2000OrADayAheadIsInvalid(Instant start, Instant end) {
    Mapped mapped = mapped(mapper(), List.of(at(tool(1, ""), start, end))).get(0);

    assertThat(mapped).isEqualTo(Mapped.none(Outcome.INVALID_TIME));
  }

  @Test
  void aResultIsNeverBeforeItsCall() {
    TelemetryRecord span = tool(1, ",'gen_ai.tool.call.result':'x'");
    TelemetryRecord skewed = at(span, span.startedAt(), span.startedAt().minusMillis(3));

    assertThat(events(skewed))
        .extracting(AgentEvent::getOccurredAt)
        .containsExactly(span.startedAt(), span.startedAt());
  }

  @Test
  void aSpanAloneInItsTraceBelongsToItsService() {
    TelemetryRecord alone =
        span(1, 0, "execute_tool t", "{'gen_ai.operation.name':'execute_tool'}");

    Mapped mapped = mapped(mapper(), List.of(alone)).get(0);

    assertThat(mapped.outcome()).isEqualTo(Outcome.UNGROUPED);
    assertThat(mapped.events().get(0).getTaskId()).isEqualTo("shop");
    assertThat(events(alone, span(2, 1, "x", "{}")).get(0).getTaskId())
        .isEqualTo(OtlpFixtures.TRACE);
  }

  @Test
  void eachTextIsRedacted() {
    TelemetryMapper redacting =
        new TelemetryMapper(TelemetryMapping.shipped(), text -> text.replace("s3cret", "***"));
    String content =
        ",'gen_ai.tool.call.arguments':{'command':'s3cret'},'gen_ai.tool.call.result':'s3cret'";

    List<AgentEvent> all =
        events(
            redacting,
            List.of(
                tool(1, content),
                failed(tool(2, ""), "s3cret"),
                span(
                    3,
                    9,
                    "chat",
                    "{'gen_ai.operation.name':'chat','gen_ai.input.messages':"
                        + "[{'role':'user','content':'s3cret'}],'gen_ai.output.messages':"
                        + "[{'role':'assistant','content':'s3cret'}]}"),
                failed(span(4, 9, "chat", "{'gen_ai.operation.name':'chat'}"), "s3cret"),
                span(5, 9, "handoff", "{'input.value':'s3cret','output.value':'s3cret'}"),
                span(
                    6,
                    9,
                    "claude_code.tool",
                    "{'tool_name':'Agent','tool_input':{'prompt':'s3cret'},"
                        + "'output.value':'s3cret'}"),
                log(7, 0, "codex.user_prompt", "{'prompt':'s3cret','conversation.id':'c'}"),
                log(8, 0, "claude_code.api_error", "{'error':'s3cret','session.id':'c'}")));

    assertThat(all)
        .extracting(it -> it.getBody().getClass().getSimpleName())
        .contains(
            "ToolCalled",
            "ToolReturned",
            "UserMessage",
            "ResponseProduced",
            "FailureReported",
            "Transition",
            "CollaborationRequested",
            "CollaborationAnswered");
    assertThat(all).asString().contains("***").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'gen_ai.usage.input_tokens':120,'gen_ai.usage.output_tokens':30 | 150",
        "'gen_ai.usage.input_tokens':120,'gen_ai.usage.cache_read.input_tokens':100 | 120",
        "'gen_ai.usage.prompt_tokens':120,'gen_ai.usage.input_tokens':120 | 120",
        "'llm.token_count.prompt':120,'llm.token_count.total':150 | 120",
        "'gen_ai.usage.total_tokens':150 | 150",
        "'gen_ai.usage.input_tokens':-5,'gen_ai.usage.output_tokens':30 | 30"
      })
  void tokensAreThoseOfOneModelCall(String usage, long tokens) {
    String attributes = "{" + TASK + usage + ",'gen_ai.operation.name':'%s'}";

    assertThat(events(span(1, 9, "chat", attributes.formatted("chat"))))
        .extracting(AgentEvent::getTokens)
        .containsExactly(tokens);
    for (String other : List.of("invoke_agent", "agent_step", "invoke_workflow")) {
      assertThat(events(span(1, 9, "x", attributes.formatted(other)))).isEmpty();
    }
    assertThat(events(span(1, 9, "x", attributes.formatted("execute_tool"))))
        .extracting(AgentEvent::getTokens)
        .containsOnlyNulls();
  }

  @Test
  void onlyTheFirstModelCallOfATraceHasThePrompt() {
    String chat =
        "{'gen_ai.operation.name':'chat',"
            + TASK
            + "'gen_ai.input.messages':[{'role':'user','content':'Repair it.'}]}";

    assertThat(EventLines.lines(events(span(1, 9, "chat", chat), span(2, 9, "chat", chat))))
        .containsExactly(
            "user_message c-7:%s:user task=c-7 agent=shop text=Repair it."
                .formatted(OtlpFixtures.TRACE));
  }

  @Test
  void equalPromptsOfLaterTurnsAreOtherEvents() {
    String prompt = "{'conversation.id':'c-7','prompt':'continue'}";

    assertThat(
            events(log(1, 0, "codex.user_prompt", prompt), log(2, 0, "codex.user_prompt", prompt)))
        .extracting(AgentEvent::getEventId)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @Test
  void failuresWithinOneSpanAreOtherEvents() {
    String error = "{'session.id':'s-1','error':'overloaded','status_code':529}";

    assertThat(
            events(
                log(1, 5, "claude_code.api_error", error),
                log(2, 5, "claude_code.api_error", error)))
        .extracting(AgentEvent::getEventId)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @Test
  void ignoredEventsAreOfAnotherWay() {
    TelemetryMapper less =
        new TelemetryMapper(
            TelemetryMapping.shipped()
                .overriddenBy("ignoredEvents: [responses, prompts, failures, steps]"),
            text -> text);
    String chat =
        "{'gen_ai.operation.name':'chat','gen_ai.input.messages':'hi','gen_ai.output.messages':'ho'}";

    assertThat(
            events(
                less,
                List.of(
                    span(1, 9, "chat", chat),
                    failed(span(2, 9, "chat", chat), "boom"),
                    span(3, 9, "executor.process", "{'executor.id':'plan'}"),
                    log(4, 0, "codex.user_prompt", "{'prompt':'hi'}"),
                    log(5, 0, "claude_code.api_error", "{'error':'boom'}"))))
        .isEmpty();
  }

  @Test
  void recordsOfOtherProgramsAreUnknown() {
    assertThat(mapped(mapper(), List.of(span(1, 0, "GET /cart", "{}"), log(2, 0, "", "{}"))))
        .extracting(Mapped::outcome)
        .containsExactly(Outcome.UNKNOWN_KIND, Outcome.UNKNOWN_KIND);
  }

  @Test
  void aToolWithoutANameIsIncomplete() {
    assertThat(
            mapped(mapper(), List.of(span(1, 9, " ", "{'gen_ai.operation.name':'execute_tool'}")))
                .get(0)
                .outcome())
        .isEqualTo(Outcome.INCOMPLETE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'gen_ai.usage.input_tokens':100,'gen_ai.usage.output_tokens':20 | 120",
        "'gen_ai.usage.input_tokens':'100','gen_ai.usage.output_tokens':'20' | 120",
        "'gen_ai.usage.input_tokens':[100],'gen_ai.usage.output_tokens':20 | 20",
        "'gen_ai.usage.input_tokens':-5,'gen_ai.usage.output_tokens':20 | 20",
        "'gen_ai.usage.input_tokens':true,'gen_ai.usage.output_tokens':{'a':null} |",
        "'gen_ai.usage.input_tokens':'many' |",
        "'gen_ai.usage.input_tokens':'Infinity','gen_ai.usage.cost':'NaN' |",
        "'gen_ai.usage.input_tokens':9e18,'gen_ai.usage.output_tokens':9e18 | 9223372036854775807"
      })
  void numbersOfWrongTypesAreAbsent(String usage, Long tokens) {
    String chat =
        "{'gen_ai.operation.name':'chat','gen_ai.output.messages':"
            + "[{'role':'assistant','content':'Done.'}],";

    List<AgentEvent> events = events(span(1, 2, "chat", chat + usage + "}"));

    assertThat(events).hasSize(1);
    assertThat(events.get(0).getTokens()).isEqualTo(tokens);
    assertThat(events.get(0).getCostUsd()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",'gen_ai.tool.call.arguments':'{\\\"path\\\":\\\"src/a'",
        ",'gen_ai.tool.call.arguments':'[1, 2, ...'",
        ",'tool.parameters':{'path':{'type':'string'}}",
        ",'tool.parameters':'{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{}}'",
        ",'input.value':'[Scrubbed due to \\\"auth\\\"]'"
      })
  void argumentsThatAreCutOrOnlyASchemaAreUnknown(String arguments) {
    assertThat(called(events(tool(1, arguments))).getArguments()).isNull();
  }

  @Test
  void aWorkflowOfTheNewestConventionsIsNamedAsItsAgent() {
    String failing =
        "{'gen_ai.operation.name':'invoke_workflow','gen_ai.agent.name':'repair'," + TASK;
    TelemetryRecord workflow =
        failed(span(1, 0, "invoke_workflow repair", failing + "'error.type':'E'}"), "boom");

    assertThat(events(workflow).get(0).getWorkflow()).isEqualTo("repair");
  }
}
