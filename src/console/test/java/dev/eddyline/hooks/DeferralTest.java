package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ToolCalled;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claude Code without a terminal at an open gate. */
class DeferralTest {

  private final HookedSession session = new HookedSession("claude-code", true);

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
        .containsExactly(null, "a", null, "a", null, "a");
  }

  @Test
  void lastsAtAnotherInstance() {
    // Given
    openGate();
    String deferred = decision(call("a", ""));

    // When
    session.switchInstance();
    String resumed = decision(call("a", ""));

    // Then
    assertThat(List.of(deferred, resumed)).containsExactly("defer", "defer");
  }

  @Test
  void atTheNextGateOfTheSessionItsFirstCallIsDeferred() {
    // Given
    openGate();
    call("a", "");
    session.approve("s1");
    for (int call = 5; call <= 8; call++) {
      call("f" + call, "");
      session.play(
          bash("PostToolUseFailure", "f" + call, ",'error':'Exit code 2\\nno rule to make'"));
    }

    // Then
    assertThat(decision(call("b", ""))).isEqualTo("defer");
    assertThat(decision(call("c", ""))).isEqualTo("deny");
  }

  @Test
  void isNotEndedByAPollOrAMissingVerdict() {
    // Given
    openGate();
    call("a", "");

    // When
    session.play(HookFixtures.hook("PreToolUse", "'tool_name':'BashOutput','tool_use_id':'p'"));
    HookFixtures.agent("claude-code")
        .answer(session.read(bash("PreToolUse", "b", "")), HookInstruction.NOTHING);

    // Then
    assertThat(decision(call("b", ""))).isEqualTo("deny");
  }

  /** The numbers of loops after these calls, where calls count without their results. */
  private static List<Integer> loopCounts(boolean isHeadless, List<String> calls) {
    Policies counting =
        Policies.ofSinglePolicy(
            new PolicyDraft("calls", "name: calls\nrepeated_action: {missingOutcome: counts}")
                .read());
    HookedSession session = new HookedSession("claude-code", isHeadless, counting);
    calls.forEach(call -> session.play(bash("PreToolUse", call, "")));
    return session.verdicts().stream().map(LoopVerdict::getLoopCount).distinct().toList();
  }

  @Test
  void aCallThatIsMadeAgainIsNoRepetition_butEqualCallsAre() {
    // When
    List<Integer> sameCall = loopCounts(true, Collections.nCopies(6, "a"));
    List<Integer> equalCalls = loopCounts(true, List.of("a", "b", "c", "d", "e", "f"));

    // Then
    assertThat(sameCall).containsExactly(0);
    assertThat(equalCalls).containsAll(loopCounts(false, List.of("a", "b", "c", "d", "e", "f")));
    assertThat(equalCalls).hasSizeGreaterThan(1);
  }

  @Test
  void pollsAfterASleepAreJudgedAsWithATerminal() {
    HookedSession terminal = new HookedSession("claude-code");
    // When
    for (HookedSession polling : List.of(session, terminal)) {
      for (int poll = 1; poll <= 12; poll++) {
        String sleep =
            "'tool_name':'Bash','tool_use_id':'s%d','tool_input':{'command':'sleep 60'}"
                .formatted(poll);
        polling.play(HookFixtures.hook("PreToolUse", sleep));
        polling.play(HookFixtures.hook("PostToolUse", sleep + ",'tool_response':''"));
        polling.play(bash("PreToolUse", "p" + poll, ""));
        polling.play(bash("PostToolUse", "p" + poll, ",'tool_response':'pending'"));
      }
    }

    // Then
    assertThat(session.verdicts().get(session.verdicts().size() - 1).getLoopCount())
        .isEqualTo(terminal.verdicts().get(terminal.verdicts().size() - 1).getLoopCount());
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
            new HookContext(Optional.empty(), true, "", HookFixtures.NOW, new HookSessions()));

    // Then
    assertThat(decision(HookFixtures.agent("claude-code").answer(hook, HookFixtures.ASK)))
        .isEqualTo("deny");
  }

  @Test
  void withATerminalTheUserIsAsked() {
    HookedSession terminal = new HookedSession("claude-code");
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
