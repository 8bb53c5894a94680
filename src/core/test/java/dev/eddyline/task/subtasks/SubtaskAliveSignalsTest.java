package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** How subtasks announce themselves to their root, and what it keeps of that. */
class SubtaskAliveSignalsTest {

  private static final Policy DEFAULT = Policies.preset("default");

  private final EngineScenario story = EngineScenario.under(DEFAULT);
  private final TaskScript<Outputs> subtask = story.task("R.1").belowRoot("R");

  private static List<SubtaskSign> signs(Outputs outputs) {
    return outputs.signalled(SubtaskSign.class);
  }

  private int loopCountOfRoot() {
    return story.task("R").proposes("next").verdict().getLoopCount();
  }

  @Test
  void theFirstEventIsASignThatNamesTheTaskItsHomeAndItsTime() {
    // When
    List<SubtaskSign> signs = signs(subtask.enters("build"));

    // Then
    assertThat(signs)
        .containsExactly(
            new SubtaskSign(
                "e1",
                "R.1",
                "R",
                3,
                new Source("agent-events", 3, 0L, 0),
                EngineScenario.BEGIN,
                0L));
  }

  @Test
  void aliveSignalsAreSentOnceAnHourOfEventTime() {
    // Given
    subtask.enters("a");

    // When
    Outputs before = story.advanceTime(Duration.ofMinutes(59)).task("R.1").enters("b");
    Outputs after = story.advanceTime(Duration.ofMinutes(1)).task("R.1").enters("c");
    Outputs soon = story.task("R.1").enters("d");

    // Then
    assertThat(signs(before)).isEmpty();
    assertThat(signs(after)).extracting(SubtaskSign::getEventId).containsExactly("e3");
    assertThat(signs(soon)).isEmpty();
  }

  @Test
  void aTaskThatIsPutUnderAnotherRootAnnouncesItselfThereAtOnce() {
    // Given
    subtask.enters("a");

    // When
    Outputs moved = story.task("R.1").belowRoot("S").enters("b");

    // Then
    assertThat(signs(moved)).extracting(SubtaskSign::getRootTaskId).containsExactly("S");
  }

  @Test
  void unrecordedEventsSendNoAliveSignal() {
    // When
    Outputs proposed = subtask.proposes("a");
    subtask.withEventId("x").enters("a");
    Outputs repeated =
        story.advanceTime(Duration.ofHours(2)).task("R.1").withEventId("x").enters("a");

    // Then
    assertThat(proposed.signals()).isEmpty();
    assertThat(repeated.signals()).isEmpty();
  }

  @Test
  void rootsSendNoAliveSignals() {
    assertThat(story.task("R").enters("a").signals()).isEmpty();
    assertThat(story.task("R").belowRoot("R").enters("b").signals()).isEmpty();
  }

  @Test
  void aRootThatIsSilentItselfLivesWhileASubtaskDoes() {
    // Given: a policy whose loops do not grow old
    EngineScenario scenario = EngineScenario.under("failures");
    scenario.task("R").fails("Error A");
    scenario.task("R").fails("Error A");

    // When
    for (int day = 0; day < 5; day++) {
      scenario.task("R.1").belowRoot("R").enters("step " + day);
      scenario.advanceTime(Duration.ofHours(23));
    }

    // Then
    assertThat(scenario.task("R").proposes("next").verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void rootWithSubtasksExpires25HoursAfterLastEventOrAliveSignal() {
    // Given
    EngineScenario scenario = EngineScenario.under("failures");
    scenario.task("R").fails("Error A");
    scenario.task("R").fails("Error A");
    scenario.task("R.1").belowRoot("R").enters("a");

    // When
    scenario.advanceTime(Duration.ofHours(25).minusSeconds(1));
    int justBefore = scenario.task("R").proposes("next").verdict().getLoopCount();
    scenario.advanceTime(Duration.ofSeconds(1));
    int after = scenario.task("R").proposes("next").verdict().getLoopCount();

    // Then
    assertThat(justBefore).isEqualTo(1);
    assertThat(after).isZero();
  }

  @Test
  void rootWithoutSubtasksExpiresAfter24Hours() {
    // Given
    EngineScenario scenario = EngineScenario.under("failures");
    scenario.task("R").fails("Error A");
    scenario.task("R").fails("Error A");

    // When
    scenario.advanceTime(Duration.ofHours(24));

    // Then
    assertThat(scenario.task("R").proposes("next").verdict().getLoopCount()).isZero();
  }

  @Test
  void subtaskLoopIsCounted_whenItsRootPublishedNoEvent() {
    // When
    subtask.fails("Error A");

    // Then
    assertThat(subtask.fails("Error A").verdict().getLoopCount()).isEqualTo(1);
    assertThat(loopCountOfRoot()).isEqualTo(1);
  }

  @Test
  void rootStoresOnlyItsSubtaskPartitions_andSendsOneUpdateToEach() {
    // Given
    int partitions = 8;
    TaskEngine engine =
        new TaskEngine(0, () -> Policies.ofSinglePolicy(DEFAULT), () -> GraphSnapshot.NONE);
    InMemoryStores memory = new InMemoryStores();
    int afterAThousand = 0;
    for (int number = 0; number < 100_000; number++) {
      engine.take(sign("R." + number, number % partitions), place(), memory, outbox());
      memory.applyWrites();
      afterAThousand = number == 1_000 ? memory.totalSizeBytes() : afterAThousand;
    }

    // When
    AgentEvent approval =
        TaskScript.<AgentEvent>of("R", event -> event)
            .withEventId("d")
            .at(EngineScenario.BEGIN)
            .decides(Decision.APPROVE);
    Outbox outbox = outbox();
    engine.take(approval, place(), memory, outbox);
    memory.applyWrites();

    // Then
    List<RootNews> rootUpdates =
        outbox.records().stream().flatMap(SubtaskAliveSignalsTest::rootUpdatesIn).toList();
    assertThat(rootUpdates)
        .extracting(RootNews::getPartition)
        .containsExactlyElementsOf(IntStream.range(0, partitions).boxed().toList());
    assertThat(afterAThousand).isPositive();
    assertThat(memory.taskState("R").getStoredRoot().getPartitions()).hasSize(partitions);
    assertThat(memory.totalSizeBytes()).isLessThan(afterAThousand + 200);
  }

  private static Stream<RootNews> rootUpdatesIn(SpecificRecord record) {
    return record instanceof Signal signal && signal.getBody() instanceof RootNews rootUpdate
        ? Stream.of(rootUpdate)
        : Stream.empty();
  }

  private static Signal sign(String task, int partition) {
    Source source = new Source("agent-events", partition, 0L, 0);
    return new Signal(
        new SubtaskSign(task + "-1", task, "R", partition, source, EngineScenario.BEGIN, 0L));
  }

  private static RecordCoordinates place() {
    long time = EngineScenario.BEGIN.toEpochMilli();
    return new RecordCoordinates("agent-events", 0, 0, time, time, EngineScenario.BEGIN);
  }

  private static Outbox outbox() {
    return new Outbox("agent-events", 0, 0, EngineScenario.BEGIN);
  }
}
