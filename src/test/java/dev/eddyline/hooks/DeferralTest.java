package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.ToolCalled;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claude Code without a terminal at an open gate. */
class DeferralTest {

  private final HookedSession session = new HookedSession("claude-code", true);

  @AfterEach
  void end() {
    session.close();
  }

  private static String bash(String event, String call, String more) {
    return HookFixtures.hook(
        event,
        "'tool_name':'Bash','tool_use_id':'%s','tool_input':{'command':'make'}%s"
            .formatted(call, more));
  }

  /** A call that fails until a gate is open. */
  private void openGate() {
    for (int call = 1; call <= 4; call++) {
      call("f" + call, "");
      session.play(
          bash("PostToolUseFailure", "f" + call, ",'error':'Exit code 2\\nno rule to make'"));
    }
  }

  private JsonNode call(String id, String more) {
    return session.play(bash("PreToolUse", id, more));
  }

  private static String decision(JsonNode answer) {
    return answer.at("/hookSpecificOutput/permissionDecision").asText("none");
  }

  @Test
  void lastsUntilAPersonDecides_andThenTheSameCallRuns() {
    // Given
    openGate();
    JsonNode deferred = call("a", "");

    // When
    JsonNode resumed = call("a", "");
    session.approve("s1");
    JsonNode decided = call("a", "");

    // Then
    assertThat(List.of(deferred, resumed)).allMatch(answer -> decision(answer).equals("defer"));
    assertThat(deferred.get("systemMessage").textValue()).contains(" Decide at ");
    assertThat(decided).isEmpty();
    assertThat(session.bodies())
        .filteredOn(body -> body instanceof ToolCalled call && call.getCallId().equals("a"))
        .extracting(body -> ((ToolCalled) body).getRetryOf())
        .containsExactly(null, "a", "a");
  }

  @Test
  void isIgnoredForOneOfSeveralCalls_soTheNextOnesAreDenied() {
    // Given
    openGate();

    // When
    String first = decision(call("a", ""));
    String second = decision(call("b", ""));
    session.play(bash("PostToolUse", "a", ",'tool_response':'made'"));
    String third = decision(call("c", ""));

    // Then
    assertThat(List.of(first, second, third)).containsExactly("defer", "deny", "deny");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'tool_name':'Bash','tool_use_id':'a','agent_id':'a7','agent_type':'Plan'",
        "'tool_name':'Agent','tool_use_id':'a','tool_input':{'prompt':'look'}",
        "'tool_name':'Bash'",
      })
  void aCallThatCannotBeResumedIsDenied(String fields) {
    // Given
    HookCall hook =
        HookCall.read(
            HookFixtures.hook("PreToolUse", fields).replace('\'', '"'),
            new HookContext(Optional.empty(), true, HookFixtures.NOW, new HookSessions()));

    // Then
    assertThat(decision(HookFixtures.agent("claude-code").answer(hook, HookFixtures.ASK)))
        .isEqualTo("deny");
  }

  @Test
  void withATerminalTheUserIsAsked() {
    try (HookedSession terminal = new HookedSession("claude-code")) {
      // When
      for (int call = 1; call <= 4; call++) {
        terminal.play(bash("PreToolUse", "f" + call, ""));
        terminal.play(
            bash("PostToolUseFailure", "f" + call, ",'error':'Exit code 2\\nno rule to make'"));
      }

      // Then
      assertThat(decision(terminal.play(bash("PreToolUse", "a", "")))).isEqualTo("ask");
    }
  }
}
