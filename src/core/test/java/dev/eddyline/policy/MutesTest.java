package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a policy mutes, and until when. */
class MutesTest {

  private static final Instant END = Instant.parse("2026-03-01T10:00:00Z");
  private static final long BEFORE = END.toEpochMilli() - 1;

  private final Policy policy =
      PolicyReader.read(
          "test",
          """
          name: test
          mutes:
            - {tool: poll, reason: it polls, until: 2026-03-01T10:00:00Z}
            - {step: review, reason: a known cycle, until: 2026-03-01T11:00:00+01:00}
            - {agent: tester, reason: it repeats tests, until: 2026-03-01T10:00:00Z}
            - {tool: twice, reason: one, until: 2026-03-01T10:00:00Z}
            - {tool: twice, reason: two, until: 2026-03-01T09:00:00Z}
          """);

  private static AgentEvent event(String agent, Object body) {
    return AgentEvent.newBuilder()
        .setEventId("e")
        .setTaskId("T")
        .setAgentId(agent)
        .setOccurredAt(END)
        .setBody(body)
        .build();
  }

  static Stream<Arguments> events() {
    return Stream.of(
        Arguments.of(new ToolCalled("c", "poll", "", null, null), null, true),
        Arguments.of(new ToolReturned("c", "poll", "", false), null, true),
        Arguments.of(new ToolCalled("c", "twice", "", null, null), null, true),
        Arguments.of(new ToolCalled("c", "Poll", "", null, null), null, false),
        Arguments.of(new ToolCalled("c", "shell", "", null, null), null, false),
        Arguments.of(new ToolCalled("c", "shell", "", null, null), "review", true),
        Arguments.of(new ToolCalled("c", "review", "", null, null), null, false),
        Arguments.of(new StepStarted("review", false), "review", true),
        Arguments.of(new StepStarted("fix", false), "fix", false),
        Arguments.of(new ResponseProduced("review", "text"), null, true),
        Arguments.of(new ResponseProduced("fix", "text"), "review", false),
        Arguments.of(new FailureReported("m", null, null, null, "review"), null, true),
        Arguments.of(new FailureReported("m", null, null, null, null), "review", true),
        Arguments.of(new FailureReported("m", null, null, null, null), "fix", false),
        Arguments.of(new Transition("review", "fix", "", false), "fix", true),
        Arguments.of(new Transition("fix", "review", "", false), "review", true),
        Arguments.of(new Transition("fix", "test", "", false), "test", false),
        Arguments.of(new UserMessage("go on"), "review", false));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventIsMutedByItsToolItsStepOrElseTheTasks(Object body, String step, boolean muted) {
    assertThat(policy.isMuted(event("agent-1", body), step, BEFORE)).isEqualTo(muted);
  }

  @Test
  void anEventIsMutedByItsAgentButAPersonIsAlwaysHeard() {
    assertThat(policy.isMuted(event("tester", new StepStarted("fix", false)), "fix", BEFORE))
        .isTrue();
    assertThat(policy.isMuted(event("tester", new UserMessage("x")), null, BEFORE)).isFalse();
  }

  @Test
  void aMuteEndsAtItsEnd() {
    AgentEvent event = event("tester", new StepStarted("review", false));

    assertThat(policy.isMuted(event, "review", BEFORE)).isTrue();
    assertThat(policy.isMuted(event, "review", END.toEpochMilli())).isFalse();
  }

  @Test
  void aMuteHoldsAtEveryStepThatHasOverrides() {
    Policy other =
        PolicyReader.read(
            "test",
            """
            name: test
            steps: {fix: {iteration_limit: {}}}
            mutes: [{tool: poll, reason: it polls, until: 2026-03-01T10:00:00Z}]
            """);

    AgentEvent call = event("a", new ToolCalled("c", "poll", "", null, null));

    assertThat(other.policyForStepAndComplexity("fix", null).isMuted(call, "fix", BEFORE)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "mutes: [{reason: r, until: 2026-03-01T10:00:00Z}] | mutes[0]: must name exactly one of tool, step and agent, named 0",
        "mutes: [{tool: a, step: b, reason: r, until: 2026-03-01T10:00:00Z}] | mutes[0]: must name exactly one of tool, step and agent, named 2",
        "mutes: [{tool: a, until: 2026-03-01T10:00:00Z}] | mutes[0].reason: is required",
        "mutes: [{tool: a, reason: ' ', until: 2026-03-01T10:00:00Z}] | mutes[0].reason: is required",
        "mutes: [{tool: ' ', reason: r, until: 2026-03-01T10:00:00Z}] | mutes[0].tool: is required",
        "mutes: [{tool: 7, reason: r, until: 2026-03-01T10:00:00Z}] | mutes[0].tool: must be text, was number 7",
        "mutes: [{tool: a, reason: r}] | mutes[0].until: is required, a time such as 2026-03-01T10:00:00Z",
        "mutes: [{tool: a, reason: r, until: tomorrow}] | mutes[0].until: must be a time such as 2026-03-01T10:00:00Z, was 'tomorrow'",
        "mutes: [{tool: a, reason: r, until: 2026-03-01}] | mutes[0].until: must be a time such as 2026-03-01T10:00:00Z, was '2026-03-01'",
        "mutes: [{tool: a, reason: r, untill: 2026-03-01T10:00:00Z, until: 2026-03-01T10:00:00Z}] | mutes[0].untill: unknown key; nearest: until",
        "mutes: [poll] | mutes[0]: must be a mapping, was string poll",
        "mutes: {tool: a} | mutes: must be a list, was object",
      })
  void aWrongMuteIsReportedWithItsPosition(String yaml, String problem) {
    assertThat(Problems.of(yaml)).contains(problem);
  }

  @Test
  void muteCountAboveMaximumIsRejected() {
    String mute = "{tool: a, reason: r, until: 2026-03-01T10:00:00Z}, ";

    assertThat(Problems.of("mutes: [" + mute.repeat(257) + "]"))
        .containsExactly("mutes: must have ≤ 256 entries, was 257");
  }
}
