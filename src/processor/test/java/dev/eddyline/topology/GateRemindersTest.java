package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.OpenGateCounts;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.Target;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An undecided gate is reminded of, however many gates there are. */
class GateRemindersTest {

  private static final Source NEWEST = new Source("agent-events", 0, 7L, 0);
  private static final Policies EVERY_HOUR =
      Policies.ofSinglePolicy(policy("gate: {remindEvery: 1h}"));

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private static Policy policy(String gate) {
    return PolicyReader.read("ours", "name: ours\n" + gate);
  }

  private static RootHold gate(String id) {
    return new RootHold(
        new OpenGate(
            id,
            "T1",
            null,
            LoopType.IDENTICAL_FAILURE,
            "loop",
            "Loop detected after 3 attempts",
            2,
            3,
            START.toEpochMilli(),
            null,
            Action.ESCALATE,
            Target.USER,
            "backend-1",
            List.of(),
            null),
        0L,
        0L,
        List.of(),
        START.toEpochMilli());
  }

  private void openGate() {
    for (int i = 1; i <= 3; i++) {
      rig.pipe(failure("T1", "e-" + i, seconds(i)));
    }
  }

  @Test
  void anOpenGateIsRemindedEveryFourHours_untilItIsDecided() {
    // Given
    openGate();
    GateTrigger opened = rig.gates().get(0);

    // When
    rig.driver().advanceWallClockTime(Duration.ofMinutes(239));
    List<GateTrigger> early = rig.gates();
    rig.driver().advanceWallClockTime(Duration.ofMinutes(2));
    List<GateTrigger> due = rig.gates();
    rig.driver().advanceWallClockTime(Duration.ofHours(4));
    List<GateTrigger> again = rig.gates();
    rig.pipe(decision("T1", "d-1", seconds(9), Decision.APPROVE, opened.getGateId()));
    List<GateTrigger> decided = rig.gates();
    rig.driver().advanceWallClockTime(Duration.ofHours(9));

    // Then
    assertThat(early).isEmpty();
    assertThat(due)
        .singleElement()
        .satisfies(
            reminder -> {
              assertThat(reminder.getState()).isEqualTo(GateState.REMINDED);
              assertThat(reminder.getGateId()).isEqualTo(opened.getGateId());
              assertThat(reminder.getTriggerId()).isNotEqualTo(opened.getTriggerId());
              assertThat(reminder.getRootTaskId()).isEqualTo("T1");
              assertThat(reminder.getReason()).isEqualTo(opened.getReason());
              assertThat(reminder.getText()).contains("since " + seconds(3));
              assertThat(reminder.getAgentId()).isEqualTo(opened.getAgentId());
              assertThat(reminder.getSource())
                  .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 2L, 0));
            });
    assertThat(again).extracting(GateTrigger::getState).containsExactly(GateState.REMINDED);
    assertThat(again).doesNotContainAnyElementsOf(due);
    assertThat(decided).extracting(GateTrigger::getState).containsExactly(GateState.CLOSED);
    assertThat(rig.gates()).isEmpty();
  }

  @Test
  void anUpdatedGateRestartsTheReminderInterval() {
    // Given
    openGate();
    rig.gates();

    // When
    rig.driver().advanceWallClockTime(Duration.ofHours(3));
    rig.pipe(failure("T1", "e-4", seconds(4)));
    rig.driver().advanceWallClockTime(Duration.ofHours(3));

    // Then
    assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.UPDATED);
  }

  @Test
  void aThousandGatesAreRemindedInSlices_eachOnce() {
    // Given
    KeyValueStore<String, RootHold> gates = store();
    IntStream.range(0, 1_000).forEach(i -> gates.put("T" + i, gate("gate-" + i)));
    gates.put(
        "T-rejected",
        new RootHold(new Rejection("d-1", START.toEpochMilli(), ""), 1L, 0L, List.of(), 0L));
    AtomicLong clock = new AtomicLong();
    GateReminders reminders =
        new GateReminders(
            gates,
            new OpenGateCounts(),
            () -> clock.addAndGet(GateReminders.SCAN_SLICE_DURATION.toNanos() / 2));

    // When
    List<List<GateTrigger>> slices = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      slices.add(
          reminders.dueRemindersOfNextSlice(EVERY_HOUR, NEWEST, START.plus(Duration.ofHours(1))));
    }

    // Then
    assertThat(slices).allSatisfy(slice -> assertThat(slice).hasSizeLessThan(200));
    List<GateTrigger> all = slices.stream().flatMap(List::stream).toList();
    assertThat(all).extracting(GateTrigger::getGateId).hasSize(1_000).doesNotHaveDuplicates();
  }

  @Test
  void withoutAReminderPolicyNoReminderIsPublished() {
    // Given
    KeyValueStore<String, RootHold> gates = store();
    gates.put("T1", gate("gate-1"));

    // When
    List<GateTrigger> reminders =
        new GateReminders(gates, new OpenGateCounts(), System::nanoTime)
            .dueRemindersOfNextSlice(
                Policies.ofSinglePolicy(policy("gate: {loops: 3}")),
                NEWEST,
                START.plus(Duration.ofDays(9)));

    // Then
    assertThat(reminders).isEmpty();
  }

  private KeyValueStore<String, RootHold> store() {
    return rig.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
  }
}
