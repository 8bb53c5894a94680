package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeExplanationTest {

  private final OutcomeExplanation explanation =
      new OutcomeExplanation(
          Policies.ofSinglePolicy(Policies.preset("default")), task -> Optional.empty());

  private long lineNumber;

  private List<String> explain(String... lines) throws Exception {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    List<String> explained = new ArrayList<>();
    for (String line : lines) {
      defaults.setNextLinePosition("file", ++lineNumber);
      for (var event : reader.read(line).events()) {
        explanation.explain(event, 3).ifPresent(explained::add);
      }
    }
    return explained;
  }

  private static String call(String agent, String command, String output) {
    return """
        {"taskId":"T1","agentId":"%s","type":"tool_call","tool":"shell",\
        "arguments":{"command":"%s"},"output":"%s"}"""
        .formatted(agent, command, output);
  }

  @Test
  void aResultHasALineWithItsOutcome() throws Exception {
    assertThat(explain(call("a", "cat log", "one")))
        .containsExactly(
            "{\"event\":3,\"kind\":\"outcome\",\"taskId\":\"T1\",\"agentId\":\"a\",\"tool\":\"shell\","
                + "\"outcome\":\"new\",\"reason\":\"a new line\"}");
  }

  @Test
  void eachAgentHasItsOwnHistory() throws Exception {
    // When
    List<String> explained =
        explain(
            call("a", "cat log", "one"), call("b", "cat log", "one"), call("a", "cat log", "one"));

    // Then
    assertThat(explained)
        .extracting(line -> line.replaceAll(".*\"outcome\":\"(\\w+)\".*", "$1"))
        .containsExactly("new", "new", "done");
  }

  @Test
  void waitsAndExternalFaultsHaveNoOutcome() throws Exception {
    // When
    List<String> explained =
        explain(
            call("a", "sleep 30", ""),
            """
            {"taskId":"T1","agentId":"a","type":"tool_call","tool":"fetch","arguments":"u",\
            "output":"HTTP 503 Service Unavailable from https://api.example.com","isError":true}""");

    // Then
    assertThat(explained).isEmpty();
  }

  @Test
  void aTransportRetryHasTheOutcomeOfTheCallThatItRepeats() throws Exception {
    // When
    String call =
        "{\"taskId\":\"T1\",\"agentId\":\"a\",\"type\":\"tool_called\",\"callId\":\"%s\",%s\"tool\":\"t\",\"arguments\":\"x\"}";
    List<String> explained =
        explain(
            call.formatted("c1", ""),
            call.formatted("c2", "\"retryOf\":\"c1\","),
            "{\"taskId\":\"T1\",\"agentId\":\"a\",\"type\":\"tool_returned\",\"callId\":\"c2\",\"tool\":\"t\",\"output\":\"a line\"}");

    // Then
    assertThat(explained).hasSize(1);
  }

  @Test
  void aSecondResultOfACallHasNoOutcome() throws Exception {
    // When
    String called =
        "{\"taskId\":\"T1\",\"agentId\":\"a\",\"type\":\"tool_called\",\"callId\":\"c\",\"tool\":\"t\",\"arguments\":\"x\"}";
    String result =
        "{\"taskId\":\"T1\",\"agentId\":\"a\",\"type\":\"tool_returned\",\"callId\":\"c\",\"tool\":\"t\",\"output\":\"x\"}";
    List<String> explained = explain(called, result, result);

    // Then
    assertThat(explained).hasSize(1);
  }

  @Test
  void aResultWithoutAKnownCallHasNoOutcome() throws Exception {
    assertThat(
            explain(
                "{\"taskId\":\"T1\",\"agentId\":\"a\",\"type\":\"tool_returned\",\"callId\":\"c\",\"tool\":\"t\",\"output\":\"x\"}"))
        .isEmpty();
  }

  @Test
  void aCompletedTaskIsForgotten() throws Exception {
    // When
    List<String> explained =
        explain(
            call("a", "cat log", "one"),
            "{\"taskId\":\"T1\",\"type\":\"task_completed\",\"outcome\":\"success\"}",
            call("a", "cat log", "one"));

    // Then
    assertThat(explained).hasSize(2).allMatch(line -> line.contains("\"outcome\":\"new\""));
  }
}
