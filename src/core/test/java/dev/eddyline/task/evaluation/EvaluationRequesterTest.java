package dev.eddyline.task.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an evaluator is asked about, and what not. */
class EvaluationRequesterTest {

  private static final String[] ON = {
    "identical_failure: {enabled: true}",
    "external_fault: {enabled: true}",
    "evaluation: {enabled: true, every: 1s}"
  };

  private final EngineScenario story = EngineScenario.underYaml(ON);
  private final TaskScript<Outputs> task = story.task("T1");

  @Test
  void anEvaluationIsRequestedForAFailureThatDiffersFromThePreviousOne() {
    // Given
    task.publishesBody(new TaskStarted("Implement user authentication", null, "feature"));
    task.publishesBody(
        new FailureReported("no such column: name", "runtime", "db.py:3", null, null));

    // When
    ProgressEvaluationRequest asked =
        task.inWorkflow("shop").fails("syntax error near ;").evaluationRequest();

    // Then
    assertThat(asked.getGoal()).isEqualTo("Implement user authentication");
    assertThat(asked.getKind()).isEqualTo("feature");
    assertThat(asked.getEventId()).isEqualTo("e3");
    assertThat(asked.getTaskId()).isEqualTo("T1");
    assertThat(asked.getRootTaskId()).isEqualTo("T1");
    assertThat(asked.getAgentId()).isEqualTo("agent-1");
    assertThat(asked.getWorkflow()).isEqualTo("shop");
    assertThat(asked.getFailure().getMessage()).isEqualTo("syntax error near ;");
    assertThat(asked.getFailures())
        .extracting(
            JudgedFailure::getMessage, JudgedFailure::getErrorType, JudgedFailure::getLocation)
        .containsExactly(tuple("no such column: name", "runtime", "db.py:3"));
    assertThat(asked.getProgressBefore()).isNull();
    assertThat(asked.getPolicy()).isEqualTo("test");
  }

  @Test
  void noEvaluationIsRequested_afterDetectionOrWithoutComparableFailure() {
    assertThat(task.fails("first").evaluationRequests()).as("nothing to compare with").isEmpty();
    assertThat(task.fails("first").evaluationRequests()).as("identical").isEmpty();
    assertThat(
            task.fails("503 Server Error: Service Unavailable for url: https://a")
                .evaluationRequests())
        .as("external")
        .isEmpty();
    assertThat(task.enters("build").evaluationRequests()).as("no failure").isEmpty();
    assertThat(task.returns("c1", "ls", "a b").evaluationRequests()).as("no failure").isEmpty();
  }

  @Test
  void noEvaluationIsRequestedForTheFirstFailureAfterProgress() {
    // Given
    task.fails("first");
    task.publishesBody(ProgressReported.newBuilder().setFilesCreated(1).build());

    // When / Then
    assertThat(task.fails("second").evaluationRequests()).isEmpty();
    assertThat(task.fails("third").evaluationRequests()).hasSize(1);
  }

  @Test
  void theErrorOfAToolIsAFailureToo() {
    // Given
    task.calls("c1", "sh", "make");
    task.returnsError("c1", "sh", "no rule to make target all");
    task.calls("c2", "sh", "make x");

    // When
    Outputs second = task.returnsError("c2", "sh", "missing separator");

    // Then
    assertThat(second.evaluationRequest().getFailure().getMessage())
        .isEqualTo("sh: missing separator");
  }

  @Test
  void defaultPolicyRequestsNoEvaluation() {
    // Given
    TaskScript<Outputs> quiet = EngineScenario.under("default").task("T1");
    quiet.starts("a goal");
    quiet.fails("first");

    // When / Then
    assertThat(quiet.fails("second").evaluationRequests()).isEmpty();
  }

  @Test
  void aTaskHasOneOpenQuestionUntilItIsAnsweredOrGivenUp() {
    // Given
    EngineScenario scenario =
        EngineScenario.underYaml(ON[0], "evaluation: {enabled: true, every: 1s, waitFor: 5m}");
    TaskScript<Outputs> asked = scenario.task("T1");
    asked.fails("one");
    ProgressEvaluationRequest first = asked.fails("two").evaluationRequest();

    // When / Then
    assertThat(asked.fails("three").evaluationRequests()).isEmpty();
    scenario.processEvaluatorAnswer(EvaluatorAnswers.as(EvaluationVerdict.REASONING, "", first));
    assertThat(asked.fails("four").evaluationRequests()).hasSize(1);
    assertThat(asked.fails("five").evaluationRequests()).isEmpty();
    scenario.advanceTime(Duration.ofMinutes(5));
    assertThat(asked.fails("six").evaluationRequests()).hasSize(1);
  }

  @Test
  void betweenTwoQuestionsLiesTheTimeThatThePolicySays() {
    // Given
    EngineScenario slow = EngineScenario.underYaml(ON[0], "evaluation: {enabled: true, every: 2m}");
    TaskScript<Outputs> asked = slow.task("T1");
    asked.fails("one");
    ProgressEvaluationRequest first = asked.fails("two").evaluationRequest();
    slow.processEvaluatorAnswer(EvaluatorAnswers.as(EvaluationVerdict.REASONING, "", first));

    // When / Then
    assertThat(asked.fails("three").evaluationRequests()).isEmpty();
    slow.advanceTime(Duration.ofMinutes(2));
    assertThat(asked.fails("four").evaluationRequest().getProgressBefore())
        .isEqualTo(first.getProgressNow());
  }

  @Test
  void theTextsAreRedactedAndCutAsThePolicySays() {
    // Given
    EngineScenario careful =
        EngineScenario.underYaml(ON[0], "evaluation: {enabled: true}", "evidence: {maxChars: 60}");
    TaskScript<Outputs> asked = careful.task("T1");
    asked.starts("Log in with password=hunter2hunter2 " + "and more ".repeat(20));
    asked.fails("login with token sk-proj-abcdefghijklmnopqrstuvwxyz012345 failed");

    // When
    ProgressEvaluationRequest question =
        asked.fails("mail to ann@example.com failed, " + "again ".repeat(30)).evaluationRequest();

    // Then
    assertThat(question.toString())
        .doesNotContain("hunter2", "sk-proj-abc", "ann@example.com")
        .contains("<redacted>");
    assertThat(List.of(question.getGoal(), question.getFailure().getMessage()))
        .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(60));
  }

  @Test
  void anEvaluationRequestAfterAResetContainsNoEarlierFailures() {
    // Given
    task.starts("a goal");
    task.fails("one");
    task.fails("two");
    task.decides(Decision.APPROVE);

    // When / Then
    assertThat(task.fails("three").evaluationRequests()).isEmpty();
    ProgressEvaluationRequest asked = task.fails("four").evaluationRequest();
    assertThat(asked.getFailures()).hasSize(1);
    assertThat(asked.getProgressBefore()).isNull();
    assertThat(asked.getGoal()).isEqualTo("a goal");
    assertThat(asked.getEpoch()).isEqualTo(1);
  }
}
