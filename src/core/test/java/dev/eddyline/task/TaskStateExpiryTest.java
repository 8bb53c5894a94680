package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a task still knows after a long time, and what it no longer does. */
class TaskStateExpiryTest {

  private static final Duration DAY = Duration.ofHours(24);

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void aTaskExpiresAfterADayWithoutAnEvent() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error A");
    story.advanceTime(DAY);

    assertThat(story.task("T1").fails("Error A").records()).isEmpty();
    assertThat(story.task("T1").fails("Error A").verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void exactlyADayIsNotTooLong() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error A");
    story.advanceTime(DAY.minusSeconds(1));

    assertThat(story.task("T1").fails("Error A").verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void anyEventPostponesTaskStateExpiry() {
    EngineScenario lasting = EngineScenario.underYaml("identical_failure: {enabled: true}");
    lasting.task("T1").fails("Error A");
    lasting.task("T1").fails("Error A");
    lasting.advanceTime(Duration.ofHours(20)).task("T1").enters("fix");
    lasting.advanceTime(Duration.ofHours(20)).task("T1").fails("Error B");

    assertThat(lasting.task("T1").fails("Error B").verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void aFailureOlderThanADayIsNotCountedEvenInAnActiveTask() {
    story.task("T1").fails("Error A");
    story.advanceTime(Duration.ofHours(20)).task("T1").enters("fix");

    assertThat(story.advanceTime(Duration.ofHours(5)).task("T1").fails("Error A").records())
        .isEmpty();
  }

  @Test
  void aTaskAlsoExpiresByStorageTime() {
    Policies policies = Policies.ofSinglePolicy(Policies.preset("default"));
    TaskEngine engine = new TaskEngine(0, () -> policies, () -> GraphSnapshot.NONE);
    InMemoryStores memory = new InMemoryStores();
    long begin = EngineScenario.BEGIN.toEpochMilli();
    processFailure(engine, memory, "e1", begin, begin);
    processFailure(engine, memory, "e2", begin, begin);

    Outbox outboxBeforeExpiry = processFailure(engine, memory, "e3", begin, begin + DAY.toMillis());
    Outbox forgotten = processFailure(engine, memory, "e4", begin, begin + 2 * DAY.toMillis() + 1);

    assertThat(outboxBeforeExpiry.records()).isNotEmpty();
    assertThat(forgotten.records()).isEmpty();
  }

  @Test
  void anOpenGateSurvives() {
    GateTrigger opened = openGate();
    story.advanceTime(Duration.ofDays(30));

    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.ESCALATE);
    GateTrigger closed = story.task("T1").decides(Decision.APPROVE, opened.getGateId(), "").gate();
    assertThat(closed.getState()).isEqualTo(GateState.CLOSED);
    assertThat(closed.getGateId()).isEqualTo(opened.getGateId());
    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void anOpenGateIsNotOpenedASecondTime() {
    GateTrigger opened = openGate();
    story.advanceTime(Duration.ofDays(30));
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error A");

    GateTrigger updated = story.task("T1").fails("Error A").gate();

    assertThat(updated.getState()).isEqualTo(GateState.UPDATED);
    assertThat(updated.getGateId()).isEqualTo(opened.getGateId());
  }

  @Test
  void aRejectionSurvives() {
    story.task("T1").decides(Decision.REJECT);
    story.advanceTime(Duration.ofDays(30));

    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void thePolicyMaySetAShorterExpiry() {
    EngineScenario hasty =
        EngineScenario.underYaml("identical_failure: {enabled: true}", "forgetAfter: 1h");
    hasty.task("T1").fails("Error A");
    hasty.advanceTime(Duration.ofHours(2));

    assertThat(hasty.task("T1").fails("Error A").records()).isEmpty();
  }

  @Test
  void thePolicyOfTheWorkflowThatTheTaskNamedOnceSaysWhenToForget() {
    Policies policies =
        new Policies(
            Map.of("patient", Policies.preset("default")),
            PolicyReader.read("test", "name: hasty\nforgetAfter: 1h"));
    EngineScenario mixed = EngineScenario.under(policies);
    mixed.task("T1").inWorkflow("patient").fails("Error A");
    mixed.advanceTime(Duration.ofHours(2));

    assertThat(mixed.task("T1").fails("Error A").verdict().getAttempts()).isEqualTo(2);
  }

  private GateTrigger openGate() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error A");
    return story.task("T1").fails("Error A").gate();
  }

  private static Outbox processFailure(
      TaskEngine engine, InMemoryStores memory, String eventId, long at, long storageTime) {
    AgentEvent event =
        TaskScript.<AgentEvent>of("T1", scripted -> scripted)
            .withEventId(eventId)
            .at(Instant.ofEpochMilli(at))
            .fails("Error A");
    Outbox outbox = new Outbox("agent-events", 0, 0, EngineScenario.BEGIN);
    engine.take(
        event,
        new RecordCoordinates("agent-events", 0, 0, storageTime, storageTime, EngineScenario.BEGIN),
        memory,
        outbox);
    memory.applyWrites();
    return outbox;
  }
}
