package dev.eddyline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.otlp.Spans;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nested spans of one call, each in a body of its own, in all orders. */
class NestedSpansTest {

  private static final String TRACE = Spans.trace(0);
  private static final String ID = "gen_ai.tool.call.id";
  private static final String ARGUMENTS = "gen_ai.tool.call.arguments";
  private static final Map<String, String> NO_ID = Map.of(ID, "");
  private static final Map<String, String> NO_ARGUMENTS = Map.of(ARGUMENTS, "");
  private static final Map<String, String> OTHER =
      Map.of(ARGUMENTS, "{\"path\":\"src/Bill.java\"}");
  private static final Map<String, String> NAMED =
      Map.of("gen_ai.agent.name", "fixer", "gen_ai.conversation.id", "c-7");
  private static final TelemetryRecord AGENT =
      Spans.agent(TRACE, 1, -1, 9, Map.of("gen_ai.conversation.id", "c-7"));

  /** What the outer and the inner span of one call know of it. */
  private enum Shape {
    ID_OF_BOTH(Map.of(ID, "call_0"), Map.of(ID, "call_0")),
    ID_OF_BOTH_AND_OTHER_ARGUMENTS(
        Map.of(ID, "call_0", ARGUMENTS, "{\"kwargs\":{}}"), Map.of(ID, "call_0")),
    ID_OF_INNER(NO_ID, Map.of()),
    ID_OF_OUTER(Map.of(), NO_ID),
    NO_IDS(NO_ID, NO_ID),
    ID_OF_INNER_AND_ARGUMENTS_OF_OUTER(NO_ID, NO_ARGUMENTS);

    private final Map<String, String> outer;
    private final Map<String, String> inner;

    Shape(Map<String, String> outer, Map<String, String> inner) {
      this.outer = outer;
      this.inner = inner;
    }
  }

  @ParameterizedTest
  @EnumSource
  void callOfTwoSpansCountsOnce(Shape shape) {
    forEachOrder(
        List.of(AGENT, tool(2, 1, shape.outer), tool(3, 2, shape.inner)),
        events -> assertThat(arguments(events)).hasSize(1).doesNotContainNull());
  }

  @ParameterizedTest
  @EnumSource
  void callOfTwoSpansThatNameTaskAndAgentCountsOnce(Shape shape) {
    forEachOrder(
        List.of(tool(2, -1, and(shape.outer, NAMED)), tool(3, 2, and(shape.inner, NAMED))),
        events -> assertThat(arguments(events)).hasSize(1).doesNotContainNull());
  }

  @ParameterizedTest
  @EnumSource
  void callOfTwoSpansWithAnotherSpanBetweenCountsOnce(Shape shape) {
    TelemetryRecord between = Spans.record(TRACE, 3, 2, "POST", 0, 1, Map.of());
    forEachOrder(
        List.of(AGENT, tool(2, 1, shape.outer), between, tool(4, 3, shape.inner)),
        events -> assertThat(arguments(events)).hasSize(1).doesNotContainNull());
  }

  @Test
  void callWhoseInnerSpanHasTheArgumentsCountsOnce() {
    forEachOrder(
        List.of(AGENT, tool(2, 1, and(NO_ID, NO_ARGUMENTS)), tool(3, 2, NO_ID)),
        events -> assertThat(arguments(events)).hasSize(1));
  }

  @Test
  void callOfThreeSpansCountsOnce() {
    forEachOrder(
        List.of(AGENT, tool(2, 1, NO_ID), tool(3, 2, NO_ID), tool(4, 3, NO_ID)),
        events -> assertThat(arguments(events)).hasSize(1));
  }

  @Test
  void equalCallsWithinOneSpanCountEach() {
    TelemetryRecord turn = Spans.record(TRACE, 2, 1, "turn", 0, 1, Map.of());
    forEachOrder(
        List.of(AGENT, turn, tool(3, 2, NO_ID), tool(4, 2, NO_ID)),
        events -> assertThat(arguments(events)).hasSize(2));
  }

  @Test
  void anotherCallWithinACallCounts() {
    forEachOrder(
        List.of(AGENT, tool(2, 1, NO_ID), tool(3, 2, and(NO_ID, OTHER))),
        events -> assertThat(arguments(events)).hasSize(2));
    forEachOrder(
        List.of(
            AGENT, tool(2, 1, NO_ID), tool(3, 2, and(NO_ID, Map.of("gen_ai.tool.name", "cat")))),
        events -> assertThat(arguments(events)).hasSize(2));
  }

  @Test
  void sameCallByAnAgentOrAModelWithinACallCounts() {
    TelemetryRecord agent = Spans.agent(TRACE, 3, 2, 1, Map.of("gen_ai.agent.name", "inner"));
    forEachOrder(
        List.of(AGENT, tool(2, 1, NO_ID), agent, tool(4, 3, NO_ID)),
        events -> assertThat(calls(events)).isEqualTo(2));
    forEachOrder(
        List.of(AGENT, tool(2, 1, NO_ID), model(3, 2, "10", "ok"), tool(4, 3, NO_ID)),
        events -> assertThat(calls(events)).isEqualTo(2));
  }

  @Test
  void modelCallOfTwoSpansCountsOnce() {
    forEachOrder(
        List.of(AGENT, model(2, 1, "10", "ok"), model(3, 2, "10", "ok"), tool(4, 3, Map.of())),
        events -> {
          assertThat(tokens(events)).isEqualTo(10);
          assertThat(arguments(events)).hasSize(1);
        });
    forEachOrder(
        List.of(AGENT, model(2, 1, "10", ""), model(3, 2, "", "ok")),
        events -> assertThat(tokens(events)).isEqualTo(10));
  }

  @Test
  void modelCallsOfAToolCountEach() {
    forEachOrder(
        List.of(AGENT, model(2, 1, "10", "ask"), tool(3, 2, Map.of()), model(4, 3, "7", "summary")),
        events -> assertThat(tokens(events)).isEqualTo(17));
  }

  private static TelemetryRecord tool(int span, int parent, Map<String, String> more) {
    return Spans.tool(TRACE, span, parent, 0, more);
  }

  private static TelemetryRecord model(int span, int parent, String tokens, String text) {
    Map<String, String> attributes =
        Map.of(
            "gen_ai.operation.name",
            "chat",
            "gen_ai.usage.output_tokens",
            tokens,
            "assistant_response",
            text);
    return Spans.record(TRACE, span, parent, "chat", 0, 1, attributes);
  }

  private static Map<String, String> and(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(some);
    all.putAll(more);
    return all;
  }

  private interface Check {
    void accept(List<AgentEvent> events);
  }

  private static void forEachOrder(List<TelemetryRecord> spans, Check check) {
    orders(spans).forEach(order -> check.accept(events(order)));
  }

  private static Stream<List<TelemetryRecord>> orders(List<TelemetryRecord> spans) {
    if (spans.isEmpty()) {
      return Stream.of(List.of());
    }
    return spans.stream()
        .flatMap(
            first ->
                orders(spans.stream().filter(other -> other != first).toList())
                    .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList()));
  }

  private static List<AgentEvent> events(List<TelemetryRecord> bodies) {
    List<AgentEvent> events = new ArrayList<>();
    try (MapperRig rig = new MapperRig()) {
      for (TelemetryRecord span : bodies) {
        rig.receive(span).after(Duration.ofMillis(300));
      }
      events.addAll(rig.afterDelays().events());
    }
    return events;
  }

  /** The arguments of the tool calls. */
  private static List<String> arguments(List<AgentEvent> events) {
    return events.stream()
        .filter(event -> event.getBody() instanceof ToolCalled)
        .map(event -> ((ToolCalled) event.getBody()).getArguments())
        .toList();
  }

  private static long calls(List<AgentEvent> events) {
    return events.stream().filter(event -> event.getEventId().endsWith(":called")).count();
  }

  private static long tokens(List<AgentEvent> events) {
    return events.stream()
        .filter(event -> event.getTokens() != null)
        .mapToLong(AgentEvent::getTokens)
        .sum();
  }
}
