package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** How loops and attempts are counted. */
class CountingTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void aFirstFailureIsNotALoopAndPublishesNothing() {
    Outputs first = story.task("T1").fails("Error A");

    assertThat(first.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(first.records()).isEmpty();
  }

  @Test
  void theFirstRepeatIsTheFirstLoopAndTheSecondAttempt() {
    story.task("T1").fails("Error A");

    LoopVerdict verdict = story.task("T1").fails("Error A").verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(verdict.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(2);
  }

  @Test
  void differentLoopsOfOneTaskAreCountedTogetherAndAttemptsApart() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error B");

    assertThat(story.task("T1").fails("Error A").verdict()).satisfies(counted(1, 2));
    assertThat(story.task("T1").fails("Error B").verdict()).satisfies(counted(2, 2));
  }

  @Test
  void eventCountsAsOneLoop_whenSeveralDetectorsFire() {
    repeatFailingCall(2);

    Outputs third = repeatFailingCall(1);

    assertThat(third.verdict().getTrips())
        .containsExactly(LoopType.IDENTICAL_FAILURE, LoopType.REPEATED_ACTION);
    assertThat(third.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(third.verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void theErrorOfATransportRetryIsNotALoop() {
    story.task("T1").calls("c", "bash", "{}");
    story.task("T1").returnsError("c", "bash", "connection reset");
    story.task("T1").retries("r", "bash", "{}", "c");

    assertThat(story.task("T1").returnsError("r", "bash", "connection reset").records()).isEmpty();
  }

  @Test
  void loopsAreCountedSeparatelyForEachTask() {
    story.task("T1").fails("Error A");
    story.task("T2").fails("Error A");

    assertThat(story.task("T1").fails("Error A").verdict()).satisfies(counted(1, 2));
    assertThat(story.task("T2").fails("Error A").verdict()).satisfies(counted(1, 2));
  }

  @Test
  void theSameLoopHasTheSameIdentityAndAnotherAnother() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error B");
    String once = story.task("T1").fails("Error A").verdict().getLoopId();

    assertThat(story.task("T1").fails("Error A").verdict().getLoopId()).isEqualTo(once);
    assertThat(story.task("T1").fails("Error B").verdict().getLoopId()).isNotEqualTo(once);
    story.task("T2").fails("Error A");
    assertThat(story.task("T2").fails("Error A").verdict().getLoopId()).isNotEqualTo(once);
  }

  @Test
  void aVerdictContainsTheCostsOfLoopAndTask() {
    story.task("T1").costing(5, 0.5).starts("Build it");
    story.task("T1").costing(10, 1.0).fails("Error A");
    story.task("T1").costing(20, 2.0).fails("Error B");

    LoopVerdict verdict = story.task("T1").costing(40, 4.0).fails("Error A").verdict();

    assertThat(verdict.getTaskCost().getTokens()).isEqualTo(75);
    assertThat(verdict.getTaskCost().getCostUsd()).isEqualTo(7.5);
    assertThat(verdict.getTaskCost().getDurationMs()).isEqualTo(3_000);
    assertThat(verdict.getLoopCost().getTokens()).isEqualTo(70);
    assertThat(verdict.getLoopCost().getCostUsd()).isEqualTo(7.0);
    assertThat(verdict.getLoopCost().getDurationMs()).isEqualTo(2_000);
  }

  @Test
  void aVerdictNamesItsEventsAgentsAndSource() {
    story.task("T1").byAgent("ann").fails("Error A");

    LoopVerdict verdict = story.task("T1").byAgent("bob").fails("Error A").verdict();

    assertThat(verdict.getEventId()).isEqualTo("e2");
    assertThat(verdict.getAgentId()).isEqualTo("bob");
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
    assertThat(verdict.getLastEventId()).isEqualTo("e2");
    assertThat(verdict.getAgents()).containsExactly("ann", "bob");
    assertThat(verdict.getSource().getTopic()).isEqualTo("agent-events");
    assertThat(verdict.getSource().getPartition()).isEqualTo(3);
    assertThat(verdict.getSource().getOffset()).isEqualTo(1);
    assertThat(verdict.getOccurredAt()).isEqualTo(EngineScenario.BEGIN.plusSeconds(1));
    assertThat(verdict.getPolicy()).isEqualTo("default");
  }

  @Test
  void theLeaderContextHoldsTheLastTenResultsBeforeThisOne() {
    IntStream.range(0, 14).forEach(i -> story.task("T1").fails("Error A"));

    LoopVerdict verdict = story.task("T1").requestingReply().fails("Error A").verdict();

    assertThat(verdict.getLoopCount()).isEqualTo(14);
    assertThat(verdict.getLeaderContext().getHistory()).hasSize(10);
    assertThat(verdict.getLeaderContext().getSuggestion()).isEqualTo(verdict.getText());
  }

  @Test
  void aTemplateMatchIsNeverPublishedAlone() {
    EngineScenario templates =
        EngineScenario.underYaml("identical_failure: {enabled: true, match: template}");
    templates.task("T1").fails("Unknown tool: Jira");

    assertThat(templates.task("T1").fails("Unknown tool: Zoom").records()).isEmpty();
    LoopVerdict requestedReply =
        templates.task("T1").requestingReply().fails("Unknown tool: Slack").verdict();

    assertThat(requestedReply.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(requestedReply.getTrips()).containsExactly(LoopType.IDENTICAL_FAILURE);
    assertThat(requestedReply.getLoopCount()).isZero();
  }

  @Test
  void aTemplateMatchCountsWhereThePolicySaysSo() {
    EngineScenario templates =
        EngineScenario.underYaml(
            "identical_failure: {enabled: true, match: template, templateWeight: 1}");
    templates.task("T1").fails("Unknown tool: Jira");

    LoopVerdict verdict = templates.task("T1").fails("Unknown tool: Zoom").verdict();

    assertThat(verdict.getMatchKind()).isEqualTo(MatchKind.TEMPLATE);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
  }

  @Test
  void theWorkflowThatATaskNamedOncePicksItsPolicyFromThenOn() {
    EngineScenario two =
        EngineScenario.under(
            new Policies(Map.of("build", Policies.preset("failures")), Policies.preset("default")));
    two.task("T1").inWorkflow("build").fails("Error A");
    two.task("T2").inWorkflow("other").fails("Error A");

    assertThat(two.task("T1").fails("Error A").verdict().getPolicy()).isEqualTo("failures");
    assertThat(two.task("T2").fails("Error A").verdict().getPolicy()).isEqualTo("default");
  }

  private Outputs repeatFailingCall(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      String id = "call at " + story.now();
      story.task("T1").calls(id, "bash", "{\"cmd\":\"make\"}");
      last = story.task("T1").returnsError(id, "bash", "make: *** no rule");
    }
    return last;
  }

  private static ThrowingConsumer<LoopVerdict> counted(int loops, int attempts) {
    return verdict ->
        assertThat(List.of(verdict.getLoopCount(), verdict.getAttempts()))
            .containsExactly(loops, attempts);
  }
}
