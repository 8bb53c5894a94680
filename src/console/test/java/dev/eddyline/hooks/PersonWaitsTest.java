package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits for a person at a permission, a question or the next prompt. */
class PersonWaitsTest {

  private final HookedSession session = new HookedSession("claude-code");

  private JsonNode play(String event, String fields) {
    return session.play(HookFixtures.hook(event, fields));
  }

  private List<Object> waits() {
    return session.bodies().stream()
        .filter(body -> body instanceof WaitingStarted || body instanceof WaitingEnded)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PermissionRequest | 'tool_name':'Bash','tool_input':{'command':'x'} | permission for Bash",
        "Notification | 'notification_type':'permission_prompt','message':'m' | permission_prompt",
        "Notification | 'notification_type':'agent_needs_input','message':'m' | agent_needs_input",
        "Notification | 'notification_type':'idle_prompt','message':'m' | idle_prompt",
        "Elicitation  | 'mcp_server_name':'tracker' | an answer",
      })
  void startsWithTheQuestion_andItsAnswerIsEmpty(String event, String fields, String reason) {
    // When
    JsonNode answer = play(event, fields);

    // Then
    assertThat(answer).isEmpty();
    WaitingStarted started = (WaitingStarted) session.bodies().get(0);
    assertThat(started.getReason()).isEqualTo(reason);
    assertThat(started.getUntil())
        .isEqualTo(session.events().get(0).getOccurredAt().plus(PersonWaits.LONGEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auth_success", "agent_completed", ""})
  void otherNotificationsAreIgnored(String type) {
    // When
    play("Notification", "'message':'m','notification_type':'%s'".formatted(type));

    // Then
    assertThat(session.bodies()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PreToolUse | 'tool_name':'x','tool_use_id':'n'",
        "PostToolUse | 'tool_name':'x','tool_use_id':'n','tool_response':'ok'",
        "PostToolUse | 'tool_name':'x','tool_use_id':'n'",
        "PostToolUseFailure | 'tool_name':'x','tool_use_id':'n','error':'no'",
        "PostToolUseFailure | 'tool_name':'x','tool_use_id':'n','error':'no','is_interrupt':true",
        "PermissionDenied | 'tool_name':'x','tool_use_id':'n','reason':'not in this project'",
        "UserPromptSubmit | 'prompt':'go on'",
        "Stop | 'stop_hook_active':false",
        "StopFailure | 'error':'overloaded'",
        "SessionEnd | 'reason':'other'",
        "ElicitationResult | 'action':'accept'",
        "Notification | 'notification_type':'elicitation_complete','message':'m'",
      })
  void endsOnceWithTheNextHookOfTheTask(String event, String fields) {
    // Given
    play("PermissionRequest", "'tool_name':'Bash'");

    // When
    play(event, fields);
    play(event, fields.replace("'n'", "'m'"));

    // Then
    assertThat(waits()).hasSize(2);
    assertThat(session.bodies().get(1)).isInstanceOf(WaitingEnded.class);
  }

  @Test
  void aLoopAfterAnAnsweredPermissionIsFound() {
    // When
    for (int call = 1; call <= 6; call++) {
      String fields = "'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'npm test'}";
      play("PreToolUse", fields.formatted(call));
      play("PermissionRequest", "'tool_name':'Bash','tool_input':{'command':'npm test'}");
      play("Notification", "'notification_type':'permission_prompt','message':'m'");
      play("PostToolUseFailure", fields.formatted(call) + ",'error':'Exit code 1\\nno such file'");
    }

    // Then
    assertThat(session.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void equalDeniedCallsAreALoop() {
    // When
    for (int call = 1; call <= 6; call++) {
      String fields =
          "'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'rm -rf build'}"
              .formatted(call);
      play("PreToolUse", fields);
      play("PermissionDenied", fields + ",'reason':'the path is outside of the project'");
    }

    // Then
    assertThat(session.bodies()).filteredOn(ToolReturned.class::isInstance).hasSize(6);
    assertThat(session.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void callsThatNoOtherHookFollowsAreNoLoop() {
    // When
    for (int call = 1; call <= 30; call++) {
      play(
          "PreToolUse",
          "'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'x'}".formatted(call));
    }

    // Then
    assertThat(session.bodies()).hasSize(30).allMatch(ToolCalled.class::isInstance);
    assertThat(session.verdicts()).allMatch(verdict -> verdict.getLoopCount() == 0);
  }

  @Test
  void copilotReportsARequestForEachCall_soItIsNoWait() {
    HookedSession copilot = new HookedSession("copilot-cli");
    // When
    copilot.play(
        "{'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PermissionRequest','tool_name':'Bash'}");

    // Then
    assertThat(copilot.bodies()).isEmpty();
  }

  @Test
  void geminiWaitsForThePermissionOfATool() {
    HookedSession gemini = new HookedSession("gemini-cli");
    // When
    gemini.play(
        "{'session_id':'g','hook_event_name':'Notification','notification_type':'ToolPermission'}");
    gemini.play("{'session_id':'g','hook_event_name':'SessionEnd','reason':'exit'}");

    // Then
    assertThat(gemini.bodies().get(0)).isInstanceOf(WaitingStarted.class);
    assertThat(gemini.bodies().get(1)).isInstanceOf(WaitingEnded.class);
  }
}
