package dev.eddyline.task.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.EvaluatedLoop;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Answers in any order: late, duplicate or missing. */
@Tag(TestTags.TRIES)
class EvaluationPropertiesTest {

  private static final List<EvaluationVerdict> WORDS =
      List.of(
          EvaluationVerdict.REGRESSIVE,
          EvaluationVerdict.NO_PROGRESS,
          EvaluationVerdict.EXTERNAL,
          EvaluationVerdict.REASONING);

  /** Another that has no effect lets the task be asked about again. */
  private static final Set<EvaluationOutcome> NO_TRACE =
      Set.of(EvaluationOutcome.UNKNOWN, EvaluationOutcome.REPEATED);

  private final EngineScenario story =
      EngineScenario.underYaml(
          "identical_failure: {enabled: true}",
          "external_fault: {enabled: true}",
          "regressive_progress: {enabled: true}",
          "no_measurable_progress: {enabled: true}",
          "evaluation: {enabled: true, every: 1s, waitFor: 3s}");

  private final List<ProgressEvaluation> answers = new ArrayList<>();

  /** One thing that happens in the task or its subtask. */
  private void happens(int step, int number) {
    TaskScript<Outputs> root = story.task("root");
    TaskScript<Outputs> task = number % 2 == 0 ? root : story.task("sub").belowRoot("root");
    Outputs caused =
        switch (step) {
          case 0 -> task.fails("the same each time");
          case 1 -> task.completes();
          case 2 -> root.decides(Decision.APPROVE);
          case 3 ->
              task.publishesBody(ProgressReported.newBuilder().setFilesCreated(number).build());
          default -> task.fails("way to fail " + number);
        };
    for (ProgressEvaluationRequest evaluationRequest : caused.evaluationRequests()) {
      answers.add(
          EvaluatorAnswers.as(WORDS.get(number % WORDS.size()), "so it seems", evaluationRequest));
    }
  }

  @Property
  void evaluationTakesEffectAtMostOnce_andDroppedAnswerLeavesStateUnchanged(
      @ForAll @Size(min = 10, max = 60) List<@IntRange(max = 12) Integer> steps) {
    for (int number = 1; number <= steps.size(); number++) {
      int step = steps.get(number - 1);
      if (step < 9 || answers.isEmpty()) {
        happens(step, number);
        continue;
      }
      String before = story.memory().toString();
      ProgressEvaluation answer = answers.get(number % answers.size());
      EngineScenario.EvaluationResult reply = story.processEvaluatorAnswer(answer);
      if (reply.outcome() != EvaluationOutcome.TAKEN) {
        assertThat(reply.outputs().records()).isEmpty();
      }
      if (NO_TRACE.contains(reply.outcome())) {
        assertThat(story.memory()).hasToString(before);
      }
      assertThat(story.processEvaluatorAnswer(answer).outcome())
          .isNotEqualTo(EvaluationOutcome.TAKEN);
    }
    List<LoopVerdict> evaluated =
        story.published().stream()
            .filter(LoopVerdict.class::isInstance)
            .map(LoopVerdict.class::cast)
            .filter(verdict -> EvaluatedLoop.PATTERN.equals(verdict.getPattern()))
            .toList();
    assertThat(evaluated).extracting(LoopVerdict::getEventId).doesNotHaveDuplicates();
    assertThat(story.published())
        .filteredOn(LoopVerdict.class::isInstance)
        .extracting(verdict -> ((LoopVerdict) verdict).getVerdictId())
        .doesNotHaveDuplicates();
  }
}
