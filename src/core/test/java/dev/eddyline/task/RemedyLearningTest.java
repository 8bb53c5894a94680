package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.memory.LoopSignature;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.RemedyKind;
import dev.eddyline.task.scenario.EngineScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Remedies that are recorded for a root's loops. */
class RemedyLearningTest extends LoopingTasksFixture {

  private List<LoopMemory> recordedMemoriesOfKind(RemedyKind kind) {
    return story.recordedLoopMemories().stream().filter(it -> it.getKind() == kind).toList();
  }

  private static LoopMemory newest(List<LoopMemory> recordedMemory) {
    return recordedMemory.get(recordedMemory.size() - 1);
  }

  @Test
  void guidanceIsTriedUntilItIsKnownWhetherItHelped() {
    // Given
    loops(story.task("T1").inWorkflow("build"));
    Instant decidedAt = story.now();

    // When
    story.task("T1").decides(Decision.APPROVE, null, "x is set in src/session.ts");

    // Then
    LoopMemory recordedMemory = newest(recordedMemoriesOfKind(RemedyKind.GUIDANCE));
    assertThat(recordedMemory.getRemedy()).isEqualTo("x is set in src/session.ts");
    assertThat(recordedMemory.getWhat()).isEqualTo(MESSAGE);
    assertThat(recordedMemory.getWorkflow()).isEqualTo("build");
    assertThat(recordedMemory.getGateId()).isNotNull();
    assertThat(recordedMemory.getTried()).isEqualTo(1);
    assertThat(recordedMemory.getHelped()).isZero();
    assertThat(recordedMemory.getOpenUntil()).isEqualTo(decidedAt.plus(Duration.ofHours(24)));
  }

  @Test
  void itHasHelpedWhenTheTaskCompletesWithSuccess() {
    // Given
    loops(story.task("T1"));
    story.task("T1").decides(Decision.APPROVE);

    // When
    story.task("T1").completes();

    // Then
    List<LoopMemory> recordedMemory = recordedMemoriesOfKind(RemedyKind.GUIDANCE);
    assertThat(recordedMemory)
        .extracting(LoopSignature::loopMemoryRecordKey)
        .containsOnly(LoopSignature.loopMemoryRecordKey(recordedMemory.get(0)));
    assertThat(newest(recordedMemory).getHelped()).isEqualTo(1);
    assertThat(newest(recordedMemory).getOpenUntil()).isNull();
  }

  @Test
  void aRemedyHasNotHelpedWhenTheSameLoopRecurs() {
    // Given
    loops(story.task("T1"));
    story.task("T1").decides(Decision.APPROVE);

    // When
    story.task("T1").fails(MESSAGE);
    story.task("T1").fails(MESSAGE);
    story.task("T1").completes();

    // Then
    List<LoopMemory> recordedMemory = recordedMemoriesOfKind(RemedyKind.GUIDANCE);
    assertThat(recordedMemory).hasSize(2);
    assertThat(newest(recordedMemory).getHelped()).isZero();
    assertThat(newest(recordedMemory).getOpenUntil()).isNull();
  }

  @Test
  void aLoopAfterTheTaskExpiredIsNotAFailureOfTheRemedy() {
    // Given
    loops(story.task("T1"));
    story.task("T1").decides(Decision.APPROVE);
    story.advanceTime(Duration.ofHours(25));

    // When
    story.task("T1").fails(MESSAGE);
    story.task("T1").fails(MESSAGE);

    // Then
    assertThat(recordedMemoriesOfKind(RemedyKind.GUIDANCE)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "APPROVE, '', GO_AHEAD",
    "APPROVE, Pin it, GUIDANCE",
    "APPROVE_OTHER_AGENT, '', OTHER_AGENT",
    "REJECT, The API is gone, REJECTION",
    "FALSE_POSITIVE, '', NO_LOOP"
  })
  void eachDecisionRecordsItsRemedyKindAndGuidance(
      Decision decision, String guidance, RemedyKind kind) {
    // Given
    loops(story.task("T1"));

    // When
    story.task("T1").decides(decision, null, guidance);

    // Then
    LoopMemory recordedMemory = newest(recordedMemoriesOfKind(kind));
    assertThat(recordedMemory.getRemedy()).isEqualTo(guidance);
    boolean known = kind == RemedyKind.REJECTION || kind == RemedyKind.NO_LOOP;
    assertThat(recordedMemory.getOpenUntil() == null).isEqualTo(known);
  }

  @Test
  void hintsBeforeADecisionAreRecordedAsNotHelpful_exceptForFalsePositives() {
    // Given
    loops(story.task("T1"));
    loops(story.task("T2"));

    // When
    story.task("T1").decides(Decision.APPROVE);
    story.task("T2").decides(Decision.FALSE_POSITIVE);

    // Then
    assertThat(recordedMemoriesOfKind(RemedyKind.HINT))
        .extracting(LoopMemory::getTaskId, LoopMemory::getTried, LoopMemory::getHelped)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("T1", 1, 0));
  }

  @Test
  void aHintHasHelpedWhenSuccessFollowsIt() {
    // Given
    story.task("T1").fails(MESSAGE);
    String hint = story.task("T1").fails(MESSAGE).verdict().getText();

    // When
    story.task("T1").completes();

    // Then
    LoopMemory recordedMemory = story.recordedLoopMemories().get(0);
    assertThat(story.recordedLoopMemories()).hasSize(1);
    assertThat(recordedMemory.getKind()).isEqualTo(RemedyKind.HINT);
    assertThat(hint).startsWith(recordedMemory.getRemedy().replace("…", ""));
    assertThat(recordedMemory.getHelped()).isEqualTo(1);
  }

  @Test
  void completionByAnotherAgentRecordsTheOtherAgentRemedy() {
    // Given
    story.task("T1").fails(MESSAGE);
    story.task("T1").fails(MESSAGE);

    // When
    story.task("T1").byAgent("agent-2").completes();

    // Then
    assertThat(story.recordedLoopMemories())
        .extracting(LoopMemory::getKind)
        .containsExactly(RemedyKind.OTHER_AGENT);
  }

  @Test
  void theSameLoopOfOtherTasksHasTheSameSignature_anotherOneAnother() {
    // Given
    for (String task : List.of("T1", "T2", "T3")) {
      loops(story.task(task));
    }
    for (int time = 1; time <= 3; time++) {
      story.task("T4").fails("ENOSPC: no space left on device");
    }

    // When
    for (String task : List.of("T1", "T2", "T3", "T4")) {
      story.task(task).decides(Decision.APPROVE);
    }

    // Then
    List<String> signatures =
        recordedMemoriesOfKind(RemedyKind.GUIDANCE).stream().map(LoopMemory::getSignature).toList();
    assertThat(signatures.subList(0, 3)).containsOnly(signatures.get(0));
    assertThat(signatures.get(3)).isNotEqualTo(signatures.get(0));
    assertThat(recordedMemoriesOfKind(RemedyKind.GUIDANCE))
        .extracting(LoopSignature::loopMemoryRecordKey)
        .doesNotHaveDuplicates();
  }

  @Test
  void remedyOfSubtaskLoopIsRecorded_whenItsRootIsApproved() {
    // Given
    for (int time = 1; time <= 3; time++) {
      story.task("T1.1").belowRoot("T1").fails(MESSAGE);
    }

    // When
    story.task("T1").decides(Decision.APPROVE);

    // Then
    LoopMemory recordedMemory = newest(recordedMemoriesOfKind(RemedyKind.GUIDANCE));
    assertThat(recordedMemory.getTaskId()).isEqualTo("T1.1");
    assertThat(recordedMemory.getRootTaskId()).isEqualTo("T1");
  }

  @Test
  void loopsOfTheSameTypeDifferAcrossTasks_butRecurInTheirTask() {
    // Given
    EngineScenario idle =
        EngineScenario.underYaml(
            "no_measurable_progress: {enabled: true, armed: true, attempts: 2}");
    for (String task : List.of("T1", "T2")) {
      idle.task(task).fails("one of " + task);
      idle.task(task).fails("two of " + task);
      idle.task(task).decides(Decision.APPROVE, null, "Look at " + task);
    }

    // When
    idle.task("T1").fails("three of T1");
    idle.task("T1").fails("four of T1");

    // Then
    List<LoopMemory> recordedMemory =
        idle.recordedLoopMemories().stream()
            .filter(it -> it.getKind() == RemedyKind.GUIDANCE)
            .toList();
    assertThat(recordedMemory).extracting(LoopMemory::getTaskId).containsExactly("T1", "T2", "T1");
    assertThat(recordedMemory.get(1).getSignature())
        .isNotEqualTo(recordedMemory.get(0).getSignature());
    assertThat(recordedMemory.get(2).getSignature())
        .isEqualTo(recordedMemory.get(0).getSignature());
    assertThat(recordedMemory.get(2).getOpenUntil()).isNull();
    assertThat(recordedMemory.get(2).getHelped()).isZero();
  }
}
