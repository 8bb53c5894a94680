package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.ToolCalled;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

  @Test
  void callsThatCannotBeResumedAreDenied() {
    // Given
    openGate();
    String delegation =
        "'tool_name':'Agent','tool_use_id':'d','tool_input':{'prompt':'look','subagent_type':'Plan'}";

    // When
    JsonNode ofSubagent = call("a", ",'agent_id':'a7','agent_type':'Plan'");
    JsonNode delegated = session.play(HookFixtures.hook("PreToolUse", delegation));

    // Then
    assertThat(List.of(ofSubagent, delegated)).allMatch(answer -> decision(answer).equals("deny"));
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
