package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of an agent through its hooks and the detectors, without a broker. */
class HookedRunTest {

  private static final ConsoleUrl CONSOLE = new ConsoleUrl("http://127.0.0.1:8090");

  private final InProcessEngine process =
      new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
  private Instant now = HookFixtures.NOW;

  /** Processes a hook and returns its answer. */
  private JsonNode play(String agent, String json) {
    now = now.plusSeconds(1);
    HookCall call = HookCall.read(json.replace('\'', '"'), Optional.empty(), now);
    Optional<LoopVerdict> verdict = Optional.empty();
    for (AgentEvent event : HookFixtures.agent(agent).read(call).events()) {
      verdict =
          process.processEvent(event).outputs().stream()
              .filter(LoopVerdict.class::isInstance)
              .map(LoopVerdict.class::cast)
              .findFirst();
    }
    return HookFixtures.agent(agent).answer(call, HookInstruction.of(verdict, CONSOLE));
  }

  private static String call(String event, int number, String command, String more) {
    return """
        {'session_id':'s','hook_event_name':'%s','tool_name':'Bash','tool_use_id':'t%d',
         'tool_input':{'command':'%s','description':'try %d'}%s}"""
        .formatted(event, number, command, number, more);
  }

  /** The answers before and after a call that fails. */
  private List<JsonNode> failing(int number) {
    String error = ",'error':'Exit code 1\\nTypeError: total is undefined at cart.js:%d'";
    return List.of(
        play("claude-code", call("PreToolUse", number, "npm test", "")),
        play("claude-code", call("PostToolUseFailure", number, "npm test", error.formatted(12))));
  }

  @Test
  void equalFailuresBringAHint_thenAskTheUser_andEndWithAPersonsRejection() {
    // Given
    List<List<JsonNode>> answers = new ArrayList<>();

    // When
    for (int number = 1; number <= 6; number++) {
      answers.add(failing(number));
    }
    String gateId = gateOf(call("PreToolUse", 20, "npm test", ""));
    reject(gateId);
    JsonNode rejected = play("claude-code", call("PreToolUse", 21, "ls", ""));

    // Then
    assertThat(answers.get(0)).allMatch(JsonNode::isEmpty);
    List<String> hints =
        answers.stream()
            .map(both -> both.get(1).at("/hookSpecificOutput/additionalContext").asText(""))
            .toList();
    assertThat(hints).filteredOn(hint -> !hint.isEmpty()).isNotEmpty();
    int firstAskIndex = indexOfFirstAskDecision(answers);
    assertThat(firstAskIndex).isBetween(2, 5);
    assertThat(answers.subList(0, firstAskIndex)).allMatch(both -> both.get(0).isEmpty());
    assertThat(answers.subList(firstAskIndex, 6))
        .allMatch(
            both ->
                both.get(0)
                    .at("/hookSpecificOutput/permissionDecisionReason")
                    .asText()
                    .contains(" Decide at " + CONSOLE.gate("")));
    assertThat(rejected.path("continue").asBoolean(true)).isFalse();
    assertThat(rejected.path("stopReason").textValue()).contains("rejected");
  }

  private static int indexOfFirstAskDecision(List<List<JsonNode>> answers) {
    for (int place = 0; place < answers.size(); place++) {
      if (answers
          .get(place)
          .get(0)
          .at("/hookSpecificOutput/permissionDecision")
          .asText("")
          .equals("ask")) {
        return place;
      }
    }
    return -1;
  }

  private String gateOf(String json) {
    AgentEvent event = HookFixtures.event("claude-code", json);
    event.setOccurredAt(now);
    LoopVerdict verdict = (LoopVerdict) process.processEvent(event).outputs().get(0);
    return verdict.getGateId();
  }

  private void reject(String gateId) {
    decide("s", gateId, Decision.REJECT, "no");
  }

  private void decide(String task, String gateId, Decision decided, String guidance) {
    HumanIntervened decision = new HumanIntervened(gateId, decided, guidance, "lead", null, null);
    process.processEvent(
        AgentEvent.newBuilder()
            .setEventId("decision")
            .setTaskId(task)
            .setOccurredAt(now)
            .setBody(decision)
            .build());
  }

  @Test
  void guidanceReachesTheAgentOnce() {
    // Given
    for (int number = 1; number <= 6; number++) {
      failing(number);
    }
    decide("s", null, Decision.APPROVE, "the test server needs DATABASE_URL");

    // When
    JsonNode first = play("claude-code", call("PreToolUse", 20, "npm test", ""));
    JsonNode result =
        play(
            "claude-code", call("PostToolUse", 20, "npm test", ",'tool_response':{'stdout':'ok'}"));
    JsonNode next = play("claude-code", call("PreToolUse", 21, "ls", ""));

    // Then
    assertThat(first.at("/hookSpecificOutput/additionalContext").textValue())
        .isEqualTo(
            "Eddyline: A person approved: go on. Guidance: the test server needs DATABASE_URL");
    assertThat(first.at("/hookSpecificOutput").has("permissionDecision")).isFalse();
    assertThat(List.of(result, next)).allMatch(JsonNode::isEmpty);
  }

  @Test
  void anApprovalWithoutWordsLetsTheAgentContinue() {
    // Given
    for (int number = 1; number <= 6; number++) {
      failing(number);
    }

    // When
    decide("s", null, Decision.APPROVE, "");

    // Then
    assertThat(play("claude-code", call("PreToolUse", 20, "npm test", ""))).isEmpty();
  }

  @Test
  void progressGetsNoInstruction() {
    // When
    List<JsonNode> answers = new ArrayList<>();
    for (int number = 1; number <= 30; number++) {
      String command = List.of("npm test", "git diff", "npm run lint").get(number % 3);
      answers.add(play("claude-code", call("PreToolUse", number, command, "")));
      String response = ",'tool_response':{'stdout':'%d files changed, new: part%s','stderr':''}";
      answers.add(
          play(
              "claude-code",
              call(
                  "PostToolUse",
                  number,
                  command,
                  response.formatted(
                      number, "abcdefghijklmnopqrstuvwxyz1234".charAt(number - 1)))));
    }

    // Then
    assertThat(answers).allMatch(JsonNode::isEmpty);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Exit Code: 2", "no such file"})
  void equalCallsWithoutCallIdsAreALoop(String toolOutput) {
    // Given
    String call =
        "{'session_id':'g','hook_event_name':'%s','timestamp':'%s','tool_name':'run_shell_command','tool_input':{'command':'make'}%s}";
    List<JsonNode> answers = new ArrayList<>();

    // When
    for (int number = 0; number < 6; number++) {
      String at = now.plusMillis(200).toString();
      play("gemini-cli", call.formatted("BeforeTool", at, ""));
      answers.add(
          play(
              "gemini-cli",
              call.formatted(
                  "AfterTool",
                  now.plusMillis(500),
                  ",'tool_response':{'llmContent':'Output\\n%s'}".formatted(toolOutput))));
    }

    // Then
    assertThat(answers.get(0)).isEmpty();
    assertThat(answers)
        .anyMatch(
            answer -> !answer.at("/hookSpecificOutput/additionalContext").asText("").isEmpty());
  }
}
