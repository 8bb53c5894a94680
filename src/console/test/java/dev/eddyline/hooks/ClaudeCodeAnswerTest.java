package dev.eddyline.hooks;

import static dev.eddyline.hooks.HookFixtures.answer;
import static dev.eddyline.hooks.HookFixtures.bash;
import static dev.eddyline.hooks.HookFixtures.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  @ValueSource(strings = {"default", "acceptEdits"})
  void openGateAsksUser_whoGetsTheLink(String mode) {
    // Given
    String hook = bash("PreToolUse", "").replace("'default'", "'" + mode + "'");

    // Then
    assertThat(answer(AGENT, hook, HookFixtures.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'ask','permissionDecisionReason':'decide at the page'}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bypassPermissions", "dontAsk"})
  void openGateIsDeniedInModesWithoutPrompt_andOnlyTheUserGetsTheLink(String mode) {
    // Given
    String hook = bash("PreToolUse", "").replace("'default'", "'" + mode + "'");

    // Then
    assertThat(answer(AGENT, hook, HookFixtures.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'deny','permissionDecisionReason':'a gate is open'},'systemMessage':'decide at the page'}"));
  }

  @Test
  void openGateIsAddedAsContextAfterATool_andRejectionStopsTheAgent() {
    assertThat(answer(AGENT, bash("PostToolUse", ""), HookFixtures.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PostToolUse','additionalContext':'a gate is open'},'systemMessage':'decide at the page'}"));
    assertThat(answer(AGENT, bash("PreToolUse", ""), HookFixtures.STOP))
        .isEqualTo(json("{'continue':false,'stopReason':'a person rejected the task'}"));
  }
}
