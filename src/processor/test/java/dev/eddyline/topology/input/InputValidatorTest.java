package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.eddyline.engine.InputValidator;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.Transition;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreContents;
import dev.eddyline.topology.TopologyRig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation of names and costs in events. */
class InputValidatorTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);

  static Stream<Arguments> names() {
    return Stream.of(
        named("eventId", name -> failure("T1", name, seconds(1))),
        named("taskId", name -> failure(name, "e-1", seconds(1))),
        named("rootTaskId", name -> envelope(event -> event.setRootTaskId(name))),
        named("parentTaskId", name -> envelope(event -> event.setParentTaskId(name))),
        named("workflow", name -> envelope(event -> event.setWorkflow(name))),
        named("agentId", name -> envelope(event -> event.setAgentId(name))),
        named("tenant", name -> envelope(event -> event.setTenant(name))),
        named("sessionId", name -> envelope(event -> event.setSessionId(name))),
        named("complexity", name -> body(new TaskStarted("", name, null))),
        named("step", name -> body(new StepStarted(name, false))),
        named("from", name -> body(new Transition(name, "b", "", false))),
        named("to", name -> body(new Transition("a", name, "", false))),
        named("tool", name -> body(new ToolCalled("c", name, "{}", null, null))),
        named("callId", name -> body(new ToolCalled(name, "ls", "{}", null, null))),
        named("retryOf", name -> body(new ToolCalled("c", "ls", "{}", null, name))),
        named("toAgent", name -> body(new CollaborationRequested(name, "help"))),
        named("by", name -> body(new HumanIntervened("g", Decision.APPROVE, "", name, null, null))),
        named(
            "gateId",
            name -> body(new HumanIntervened(name, Decision.APPROVE, "", "ann", null, null))));
  }

  private static Arguments named(String field, Function<String, AgentEvent> event) {
    return arguments(field, event);
  }

  private static AgentEvent envelope(Consumer<AgentEvent> change) {
    AgentEvent event = failure("T1", "e-1", seconds(1));
    change.accept(event);
    return event;
  }

  private static void check(AgentEvent event) {
    boolean isDecision = event.getBody() instanceof HumanIntervened;
    InputValidator.check(event.getTaskId(), event, isDecision, DecisionRules.LIVE);
  }

  private static AgentEvent body(Object body) {
    return event("T1", "e-1", seconds(1), body);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("names")
  void aTooLongNameIsRejectedNamingItsField(String field, Function<String, AgentEvent> event) {
    // Given
    AgentEvent longest = event.apply("x".repeat(1_024));
    AgentEvent longer = event.apply("x".repeat(1_025));

    // When / Then
    assertThatCode(() -> check(longest)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(longer))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(field, "1024", "1025");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("names")
  void anUnprintableNameIsRejectedNamingItsField(String field, Function<String, AgentEvent> event) {
    for (String hostile : List.of("a\nb", "a\u001b[2J", "a\u202eb", "a\u200bb", "a\u0000")) {
      // Given
      AgentEvent bad = event.apply(hostile);

      // When / Then
      assertThatThrownBy(() -> check(bad))
          .isInstanceOf(BadInputException.class)
          .hasMessageContainingAll(field + " must have no control", "U+202E")
          .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(hostile));
    }
    AgentEvent good = event.apply("Zoë עברית /:.-_");
    assertThatCode(() -> check(good)).doesNotThrowAnyException();
  }

  @Test
  void anUnprintableNameIsDeadLettered_freeTextIsAccepted() {
    assertDeadLetter(
        envelope(event -> event.setAgentId("ann\u202e")), "agentId must have no control");
    AgentEvent free =
        body(new HumanIntervened("g", Decision.APPROVE, "a\nb\u202e", "ann", null, null));
    assertThatCode(() -> check(free)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
  void tokensOutOfBoundsAreDeadLettered(long tokens) {
    assertDeadLetter(
        envelope(event -> event.setTokens(tokens)),
        "tokens must be 0 to 1000000000000, was " + tokens);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {Double.NaN, -0.01, 1e308, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void anInvalidCostIsDeadLettered(double usd) {
    assertDeadLetter(
        envelope(event -> event.setCostUsd(usd)), "costUsd must be 0 to 1000000000, was " + usd);
  }

  @Test
  void reasonOfAnotherKeyNamesTheExpectedOne() {
    AgentEvent event = failure("T1", "e-1", seconds(1));
    AgentEvent decision = body(new HumanIntervened("g", Decision.APPROVE, "", "ann", null, null));
    decision.setRootTaskId("R1");
    AgentEvent longer = failure("x".repeat(1_000), "e-2", seconds(1));

    assertThatThrownBy(() -> InputValidator.check("T2", event, false, DecisionRules.LIVE))
        .hasMessage("key must equal taskId: 'T1'");
    assertThatThrownBy(() -> InputValidator.check("T2", decision, true, DecisionRules.LIVE))
        .hasMessageEndingWith(": 'R1'");
    assertThatThrownBy(() -> InputValidator.check("T2", longer, false, DecisionRules.LIVE))
        .hasMessageContaining("'xxx")
        .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(200));
  }

  @Test
  void aTooLongNameIsDeadLettered() {
    assertDeadLetter(
        envelope(event -> event.setAgentId("x".repeat(2_000_000))),
        "agentId must be ≤ 1024 characters, was 2000000");
  }

  private static void assertDeadLetter(AgentEvent bad, String reason) {
    try (TopologyRig rig = new TopologyRig()) {
      // When
      rig.pipe(EVENTS, bytes("T1"), rig.bytes(EVENTS, bad), new RecordHeaders(), seconds(1));

      // Then
      assertThat(rig.deadLetters())
          .singleElement()
          .extracting(letter -> letter.headers().lastHeader("__streams.errors.message").value())
          .extracting(message -> new String(message, StandardCharsets.UTF_8))
          .asString()
          .contains(reason)
          .hasSizeLessThan(200);
    }
  }

  @Test
  void aLocationAndTypeOfTwoMegabytesAreAcceptedAndTruncated() {
    try (TopologyRig rig = new TopologyRig()) {
      // Given
      Object body =
          FailureReported.newBuilder()
              .setMessage("x is undefined")
              .setLocation("a".repeat(2_000_000))
              .setErrorType("b".repeat(2_000_000))
              .build();

      // When
      rig.pipe(event("T1", "e-1", seconds(1), body), event("T1", "e-2", seconds(2), body));

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
      assertThat(rig.deadLetters()).isEmpty();
      assertThat(StoreContents.all(rig.driver()).toString()).hasSizeLessThan(10_000);
    }
  }
}
