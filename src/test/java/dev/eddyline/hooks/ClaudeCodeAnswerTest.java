package dev.eddyline.hooks;

import static dev.eddyline.hooks.HookFixtures.answer;
import static dev.eddyline.hooks.HookFixtures.bash;
import static dev.eddyline.hooks.HookFixtures.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers to Claude Code. */
class ClaudeCodeAnswerTest {

  private static final String AGENT = "claude-code";

  @Test
  void noInstructionGivesAnEmptyHookAnswer() {
    assertThat(answer(AGENT, bash("PreToolUse", ""), HookInstruction.NOTHING))
        .isEqualTo(json("{}"));
    assertThat(answer(AGENT, bash("PostToolUse", ""), HookInstruction.NOTHING))
        .isEqualTo(json("{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PreToolUse", "PostToolUse", "PostToolUseFailure"})
  void aHintIsContextForTheModel(String event) {
    assertThat(answer(AGENT, bash(event, ""), HookFixtures.HINT))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'%s','additionalContext':'%s'}}"
                    .formatted(event, HookFixtures.HINT.text())));
  }

  @ParameterizedTest
  @CsvSource({"default,ask", "acceptEdits,ask", "bypassPermissions,deny", "dontAsk,deny"})
  void openGateAsksUser_orDeniesInModesWithoutPrompt(String mode, String decision) {
    // Given
    String hook = bash("PreToolUse", "").replace("'default'", "'" + mode + "'");

    // Then
    assertThat(answer(AGENT, hook, HookFixtures.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'%s','permissionDecisionReason':'a gate is open'}}"
                    .formatted(decision)));
  }

  @Test
  void openGateIsAddedAsContextAfterATool_andRejectionStopsTheAgent() {
    assertThat(
            answer(AGENT, bash("PostToolUse", ""), HookFixtures.ASK)
                .at("/hookSpecificOutput/additionalContext")
                .textValue())
        .isEqualTo("a gate is open");
    assertThat(answer(AGENT, bash("PreToolUse", ""), HookFixtures.STOP))
        .isEqualTo(json("{'continue':false,'stopReason':'a person rejected the task'}"));
  }
}
