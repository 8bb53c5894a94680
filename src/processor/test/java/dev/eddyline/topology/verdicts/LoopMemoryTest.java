package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.meaning.model.SentenceModel;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.metrics.Metric;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.TaskScript;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The remedy of one task's gate in the gates and hints of later tasks. */
class LoopMemoryTest {

  private static final String MESSAGE = "TypeError: cannot read property 'x' of undefined";
  private static final String REWORDED = "The code reads x of an object that is undefined";
  private static final String GUIDANCE = "x is set in src/session.ts";

  private final LoopSimilarity loopSimilarity =
      MeaningSimilarity.of(text -> Optional.of(SentenceModel.shared().encode(text)));
  private final LoopMemoryIndex book = new LoopMemoryIndex(loopSimilarity);
  private RemedyLookup recall = RemedyLookup.EMPTY;
  private TopologyRig running = rig("{share: workflow}", "{share: workflow}");
  private int second;

  @AfterEach
  void close() {
    running.close();
  }

  private TopologyRig rig(String build, String deploy) {
    var policies =
        new Policies(
            Map.of(
                "build", PolicyReader.read("b", "name: b\nextends: default\nmemory: " + build),
                "deploy", PolicyReader.read("d", "name: d\nextends: default\nmemory: " + deploy)),
            Policies.preset("default"));
    var parts =
        TopologyRig.parts(
            TOPICS,
            1,
            StoreType.IN_MEMORY,
            TopologyRig.mockRegistry(),
            PolicySource.ofFixedPolicies(policies));
    return new TopologyRig(parts.withRemedyLookup(() -> recall));
  }

  private TaskScript<TopologyRig> task(String task, String workflow) {
    return TaskScript.of(task, this::pipeEvent).inWorkflow(workflow);
  }

  private TopologyRig pipeEvent(AgentEvent event) {
    event.setEventId("e" + ++second);
    event.setOccurredAt(seconds(second));
    return running.pipe(event);
  }

  /** Three failures and a human guidance; the loop memory is read. */
  private void firstRun(String task, String workflow) {
    pipeTaskFailures(task, workflow, MESSAGE);
    task(task, workflow).decides(Decision.APPROVE, null, GUIDANCE);
    read();
  }

  private void pipeTaskFailures(String task, String workflow, String message) {
    for (int time = 1; time <= 3; time++) {
      task(task, workflow).fails(message);
    }
  }

  private List<TestRecord<String, LoopMemory>> read() {
    var memoryRecords = running.published(TOPICS.name(TopicRole.LOOP_MEMORY), LoopMemory.class);
    memoryRecords.forEach(
        memoryRecord -> book.applyLoopMemoryRecord(memoryRecord.key(), memoryRecord.value()));
    recall = book.currentSnapshot();
    return memoryRecords;
  }

  private GateTrigger opened(String task) {
    return running.gates().stream()
        .filter(gate -> gate.getTaskId().equals(task) && gate.getState() == GateState.OPENED)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aGateShowsTheGuidanceOfTheEarlierGate() {
    // Given
    firstRun("T1", "build");

    // When
    pipeTaskFailures("T2", "build", MESSAGE);

    // Then
    assertThat(opened("T2").getSimilar())
        .first()
        .isEqualTo(
            "Guidance \"%s\" was tried 1 time, not known yet whether it helped"
                .formatted(GUIDANCE));
  }

  @Test
  void successesOfARemedyAreCounted() {
    // Given
    firstRun("T1", "build");
    task("T1", "build").completes();
    firstRun("T2", "build");
    task("T2", "build").fails(MESSAGE);
    task("T2", "build").fails(MESSAGE);
    read();

    // When
    pipeTaskFailures("T3", "build", MESSAGE);

    // Then
    assertThat(opened("T3").getSimilar())
        .contains("Guidance \"%s\" helped 1 of 2 times".formatted(GUIDANCE));
  }

  @Test
  void aHintCarriesTheRemedy_withUnchangedText() {
    // Given
    task("T0", "build").fails(MESSAGE);
    task("T0", "build").fails(MESSAGE);
    String before = running.verdicts().get(0).getText();
    firstRun("T1", "build");
    running.verdicts();

    // When
    task("T2", "build").fails(MESSAGE);
    task("T2", "build").fails(MESSAGE);

    // Then
    LoopVerdict hint = running.verdicts().get(0);
    assertThat(hint.getText()).isEqualTo(before);
    assertThat(hint.getSimilar().toString()).contains(GUIDANCE);
  }

  @Test
  void theVerdictOfASimilarLoopNamesTheEarlierLoop() {
    // Given
    firstRun("T1", "build");

    // When
    pipeTaskFailures("T2", "build", "TypeError: cannot read property 'y' of undefined");

    // Then
    assertThat(opened("T2").getSimilar())
        .first()
        .asString()
        .startsWith("In a similar loop (" + MESSAGE + "): Guidance \"" + GUIDANCE);
  }

  @Test
  void theGateOfARephrasedLoopShowsTheRemedy() {
    // Given
    firstRun("T1", "build");
    task("T2", "build").fails(REWORDED);
    task("T2", "build").fails(REWORDED);
    assertThat(running.verdicts())
        .last()
        .satisfies(hint -> assertThat(hint.getSimilar()).isEmpty());

    // When: loops are compared between two reads of the topic
    loopSimilarity.resolvePendingMeanings(() -> true);
    task("T2", "build").fails(REWORDED);

    // Then
    assertThat(opened("T2").getSimilar())
        .first()
        .asString()
        .startsWith("In a similar loop (" + MESSAGE + "): Guidance \"" + GUIDANCE);
  }

  @Test
  void aRephrasedLoopGetsNoRemedyOfAnotherWorkflow() {
    // Given
    firstRun("T1", "build");
    pipeTaskFailures("T2", "deploy", REWORDED);

    // When
    loopSimilarity.resolvePendingMeanings(() -> true);
    pipeTaskFailures("T3", "deploy", REWORDED);

    // Then
    assertThat(opened("T3").getSimilar()).isEmpty();
  }

  @Test
  void remediesAreSharedAcrossWorkflowsOnlyIfBothPoliciesAllow() {
    // Given
    firstRun("T1", "build");
    pipeTaskFailures("T2", "deploy", MESSAGE);
    assertThat(opened("T2").getSimilar()).isEmpty();

    // When
    running.close();
    running = rig("{share: all}", "{share: workflow}");
    pipeTaskFailures("T3", "deploy", MESSAGE);
    List<String> oneShares = opened("T3").getSimilar();
    running.close();
    running = rig("{share: all}", "{share: all}");
    pipeTaskFailures("T4", "deploy", MESSAGE);

    // Then
    assertThat(oneShares).isEmpty();
    assertThat(opened("T4").getSimilar().toString()).contains(GUIDANCE);
  }

  @Test
  void caseKeysAreUniqueAndStartWithTheLoopSignature() {
    // Given
    pipeTaskFailures("T1", "build", MESSAGE);
    pipeTaskFailures("T2", "build", MESSAGE);

    // When
    task("T1", "build").decides(Decision.APPROVE);
    task("T2", "build").decides(Decision.APPROVE);
    task("T2", "build").completes();

    // Then
    var memoryRecords = read();
    assertThat(memoryRecords)
        .allSatisfy(
            memoryRecord ->
                assertThat(memoryRecord.key())
                    .startsWith(memoryRecord.value().getSignature() + "/"));
    assertThat(memoryRecords)
        .extracting(memoryRecord -> memoryRecord.value().getSignature())
        .containsOnly(memoryRecords.get(0).value().getSignature());
    // guidance and the earlier hint, of each task; the second's guidance published again
    assertThat(memoryRecords).hasSize(5);
    assertThat(memoryRecords.stream().map(TestRecord::key).distinct()).hasSize(4);
    assertThat(running.counterValue(Metric.LOOP_MEMORY_RECORDS.id(), "kind", "guidance"))
        .isEqualTo(3);
  }
}
