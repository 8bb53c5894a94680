package dev.eddyline.hooks;

import static dev.eddyline.hooks.Hooks.answer;
import static dev.eddyline.hooks.Hooks.bash;
import static dev.eddyline.hooks.Hooks.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers to Claude Code. */
class ClaudeCodeAnswerTest {

  private static final String AGENT = "claude-code";

  @Test
  void withoutGuidanceTheAnswerIsEmpty_andNeverAllows() {
    assertThat(answer(AGENT, bash("PreToolUse", ""), Guidance.NOTHING)).isEqualTo(json("{}"));
    assertThat(answer(AGENT, bash("PostToolUse", ""), Guidance.NOTHING)).isEqualTo(json("{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PreToolUse", "PostToolUse", "PostToolUseFailure"})
  void aHintIsContextForTheModel(String event) {
    assertThat(answer(AGENT, bash(event, ""), Hooks.HINT))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'%s','additionalContext':'%s'}}"
                    .formatted(event, Hooks.HINT.text())));
  }

  @ParameterizedTest
  @CsvSource({"default,ask", "acceptEdits,ask", "bypassPermissions,deny", "dontAsk,deny"})
  void anOpenGateAsksTheUser_orDeniesWhereNobodyIsAsked(String mode, String decision) {
    // Given
    String hook = bash("PreToolUse", "").replace("'default'", "'" + mode + "'");

    // Then
    assertThat(answer(AGENT, hook, Hooks.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'%s','permissionDecisionReason':'a gate is open'}}"
                    .formatted(decision)));
  }

  @Test
  void anOpenGateIsContextAfterATool_andARejectionEndsTheWork() {
    assertThat(
            answer(AGENT, bash("PostToolUse", ""), Hooks.ASK)
                .at("/hookSpecificOutput/additionalContext")
                .textValue())
        .isEqualTo("a gate is open");
    assertThat(answer(AGENT, bash("PreToolUse", ""), Hooks.STOP))
        .isEqualTo(json("{'continue':false,'stopReason':'a person rejected the task'}"));
  }
}
