package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.RemedyKind;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of the loop memory: no loop, full storage, policy and secrets. */
class RemedyPrivacyTest extends LoopingTasksFixture {

  private static final String POLICY =
      """
      name: %s
      extends: default
      workflow: %s
      memory: {share: %s}
      evidence: {secrets: ['%s']}
      """;

  @Test
  void nothingIsRecordedForATaskWithoutALoop_orThatFailed() {
    // Given
    story.task("T1").fails(MESSAGE);
    story.task("T2").fails(MESSAGE);
    story.task("T2").fails(MESSAGE);

    // When
    story.task("T1").completes();
    story.task("T2").ends("failed");

    // Then
    assertThat(story.recordedLoopMemories()).isEmpty();
  }

  @Test
  void theStoredDataIsBounded() {
    // When
    for (int loop = 0; loop < 50; loop++) {
      String message = "Error in module " + Character.toString('a' + loop % 26) + loop / 26;
      for (int time = 1; time <= 3; time++) {
        story.task("T1").fails(message);
      }
      story.task("T1").decides(Decision.APPROVE);
    }

    // Then
    var storedLessons =
        story.memory().history("T1", dev.eddyline.gate.RemedyRecorder.PENDING_REMEDIES_STORE);
    assertThat(storedLessons.getTrials()).hasSize(4);
    assertThat(storedLessons.getLooped().size()).isLessThanOrEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"'memory: {share: none}'", "'mode: shadow'"})
  void nothingIsRecordedIfThePolicyForbidsIt_orIsInShadowMode(String line) {
    // Given
    EngineScenario closed = EngineScenario.underYaml("extends: default", line);
    loops(closed.task("T1"));

    // When
    closed.task("T1").decides(Decision.APPROVE);
    closed.task("T1").completes();

    // Then
    assertThat(closed.recordedLoopMemories()).isEmpty();
  }

  @Test
  void secretsAreRedactedBeforeRecording() {
    // Given
    for (int time = 1; time <= 3; time++) {
      story.task("T1").fails("login failed: password=hunter2hunter2");
    }

    // When
    story.task("T1").decides(Decision.APPROVE, null, "use password=correcthorse1 instead");

    // Then
    assertThat(story.recordedLoopMemories().toString())
        .contains("<redacted>")
        .doesNotContain("hunter2hunter2", "correcthorse1");
  }

  private static EngineScenario rootAndSubtask(String ofRoot, String ofSubtask) {
    EngineScenario mixed =
        EngineScenario.under(
            Policies.read(
                List.of(
                    new PolicyDraft("d", "name: d\nextends: default\n"),
                    new PolicyDraft("a", POLICY.formatted("a", "A", ofRoot, "alpha[0-9]")),
                    new PolicyDraft("b", POLICY.formatted("b", "B", ofSubtask, "beta[0-9]")))));
    mixed.task("T1").inWorkflow("A").enters("plan");
    for (int time = 1; time <= 3; time++) {
      mixed.task("T1.1").belowRoot("T1").inWorkflow("B").fails(MESSAGE);
    }
    mixed.task("T1").inWorkflow("A").decides(Decision.APPROVE, null, "use alpha1 and beta2");
    return mixed;
  }

  @ParameterizedTest
  @CsvSource({"workflow, all", "all, workflow", "all, none", "none, all"})
  void guidanceAcrossWorkflowsIsRecordedOnlyIfBothShareIt(String ofRoot, String ofSubtask) {
    assertThat(rootAndSubtask(ofRoot, ofSubtask).recordedLoopMemories()).isEmpty();
  }

  @Test
  void secretsOfRootAndSubtaskWorkflowsAreRedacted() {
    // When
    List<LoopMemory> recordedMemories = rootAndSubtask("all", "all").recordedLoopMemories();

    // Then
    assertThat(recordedMemories)
        .filteredOn(it -> it.getKind() == RemedyKind.GUIDANCE)
        .extracting(LoopMemory::getRemedy)
        .containsExactly("use <redacted> and <redacted>");
  }
}
