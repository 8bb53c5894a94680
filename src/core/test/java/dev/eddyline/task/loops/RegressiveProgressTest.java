package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Tasks with an increasing number of failing tests. */
@Tag(TestTags.TRIES)
class RegressiveProgressTest {

  private final EngineScenario story =
      EngineScenario.underYaml("regressive_progress: {enabled: true}");

  @Test
  void theThirdRiseRunningIsALoopThatNamesItsFourValues() {
    // Given
    fails(1, 3, 5);

    // When
    LoopVerdict verdict = story.task("T1").fails("8 tests failing").verdict();

    // Then
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.REGRESSIVE_PROGRESS);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(4);
    assertThat(verdict.getMeasured()).isEqualTo(8);
    assertThat(verdict.getLimit()).isEqualTo(1);
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
    assertThat(verdict.getEvidence())
        .extracting(Evidence::getWhat)
        .containsExactly("1 test failing", "3 tests failing", "5 tests failing", "8 tests failing");
    assertThat(verdict.getReason()).startsWith("Moving away from goal");
    assertThat(verdict.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(verdict.getText()).contains("Roll back", "different approach");
  }

  @Test
  void eachFurtherRiseIsALoopAgain() {
    fails(1, 3, 5);

    assertThat(fails(8, 9, 12)).hasSize(3);
    LoopVerdict last = fails(20).get(0);
    assertThat(last.getLimit()).isEqualTo(1);
    assertThat(last.getAttempts()).isEqualTo(7);
    assertThat(last.getEvidence()).hasSize(4);
    assertThat(last.getEvidence().get(0).getWhat()).isEqualTo("1 test failing");
  }

  @Test
  void aDecreaseRestartsTheSeries() {
    assertThat(fails(1, 3, 5, 4, 6, 8)).isEmpty();
    assertThat(fails(9)).hasSize(1);
  }

  @Test
  void theSameValueTwiceNeitherRisesNorBreaksTheSeries() {
    assertThat(fails(1, 1, 3, 3, 3, 5, 5)).isEmpty();
    assertThat(fails(8)).hasSize(1);
    assertThat(fails(8)).isEmpty();
  }

  @Test
  void theReportAndTheMessageOfOneTestRunAreOneValue() {
    reports(10, 1);
    story.task("T1").fails("1 test failing");
    reports(10, 3);
    story.task("T1").fails("3 failed, 7 passed");
    reports(10, 5);

    LoopVerdict verdict = reports(10, 8).verdict();

    assertThat(verdict.getMeasured()).isEqualTo(0.8);
    assertThat(verdict.getLimit()).isEqualTo(0.1);
    assertThat(story.task("T1").fails("8 of 10 tests failing").records()).isEmpty();
  }

  @Test
  void failuresWithoutCountsAndOtherWorkDoNotBreakTheSeries() {
    fails(1, 3);
    story.task("T1").fails("TypeError: x is undefined");
    story.task("T1").calls("c1", "bash", "make");
    story.task("T1").returnsError("c1", "bash", "make: *** no rule");
    story.task("T1").publishesBody(new ProgressReported(null, null, null, null, null, 40, null));
    fails(5);

    assertThat(fails(8)).hasSize(1);
  }

  @Test
  void aConstantShareIsNotALoopEvenIfTheNumberRises() {
    reports(10, 1);
    reports(30, 3);
    reports(50, 5);

    assertThat(reports(80, 8).records()).isEmpty();
  }

  @Test
  void aChangeFromNumbersToSharesRestartsTheSeries() {
    fails(1, 3, 5);

    assertThat(reports(10, 8).records()).isEmpty();
    reports(10, 9);
    assertThat(reports(20, 19).records()).isEmpty();
    assertThat(reports(10, 10).verdict().getAttempts()).isEqualTo(4);
  }

  @Test
  void runningOnlyTheFailingTestsIsNotRegressive() {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (String output :
        List.of(
            "3 failed, 97 passed", "3 failed, 7 passed", "3 failed, 1 passed", "1 failed in 1s")) {
      verdicts.addAll(runs(output).verdicts());
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void failingTestCountsAreReadFromToolErrorsAndResultsToo() {
    runs("1 failed, 9 passed");
    runs("3 failed, 7 passed");
    story.task("T1").returnsError("c", "bash", "5 failed, 5 passed");

    assertThat(runs("8 failed, 2 passed").verdict().getMeasured()).isEqualTo(0.8);
  }

  @Test
  void increasedCoverageRestartsTheSeries() {
    story.task("T1").publishesBody(new ProgressReported(10, 1, 50.0, null, null, null, null));
    story.task("T1").publishesBody(new ProgressReported(10, 3, 50.0, null, null, null, null));
    story.task("T1").publishesBody(new ProgressReported(10, 5, 50.0, null, null, null, null));

    LoopVerdict forgiven =
        story
            .task("T1")
            .requestingReply()
            .publishesBody(new ProgressReported(10, 8, 60.0, null, null, null, null))
            .verdict();

    assertThat(forgiven.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(forgiven.getReason()).isEqualTo("Test metrics show improvement");
    assertThat(reports(10, 9).records()).isEmpty();
  }

  @Test
  void yesterdaysValuesDoNotCount() {
    fails(1);
    story.advanceTime(Duration.ofHours(13));
    fails(3);
    story.advanceTime(Duration.ofHours(13));
    fails(5);

    assertThat(fails(8)).isEmpty();
  }

  @Test
  void disabledRuleDetectsNothing() {
    EngineScenario off = EngineScenario.underYaml("regressive_progress: {enabled: false}");

    for (int failing : new int[] {1, 3, 5, 8, 9}) {
      assertThat(off.task("T1").fails(failing + " tests failing").records()).isEmpty();
    }
  }

  @Property
  void itIsALoopExactlyWhenTheLastThreeChangesRose(
      @ForAll @Size(max = 20) List<@IntRange(min = 0, max = 6) Integer> values) {
    EngineScenario scenario = EngineScenario.underYaml("regressive_progress: {enabled: true}");
    int rises = 0;
    Integer last = null;
    for (int value : values) {
      boolean rose = last != null && value > last;
      boolean same = last != null && value == last;
      rises = rose ? rises + 1 : same ? rises : 0;
      last = value;

      int verdicts = scenario.task("T1").fails(value + " tests failing").verdicts().size();

      assertThat(verdicts).isEqualTo(rose && rises >= 3 ? 1 : 0);
    }
  }

  private List<LoopVerdict> fails(int... failing) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int tests : failing) {
      verdicts.addAll(story.task("T1").fails(tests + " tests failing").verdicts());
    }
    return verdicts;
  }

  private Outputs reports(int total, int failed) {
    return story
        .task("T1")
        .publishesBody(new ProgressReported(total, failed, null, null, null, null, null));
  }

  private Outputs runs(String output) {
    return story.task("T1").returns("c", "bash", output);
  }
}
