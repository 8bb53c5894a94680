package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Gates on their topic: opened once, updated, closed by a decision, opened again. */
class GatesTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private void failThreeTimes(String task) {
    rig.pipe(failure(task, task + "-1", seconds(1)));
    rig.pipe(failure(task, task + "-2", seconds(2)));
    rig.pipe(failure(task, task + "-3", seconds(3)));
  }

  @Test
  void threeIdenticalFailuresOpenAGateThatLaterFailuresUpdate() {
    // Given
    failThreeTimes("T1");

    // When
    rig.pipe(failure("T1", "T1-4", seconds(4)));

    // Then
    List<TestRecord<String, GateTrigger>> gates =
        rig.published(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class);
    assertThat(gates).extracting(TestRecord::key).containsOnly("T1");
    GateTrigger opened = gates.get(0).value();
    assertThat(opened.getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(opened.getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 2L, 1));
    assertThat(gates)
        .extracting(gate -> gate.value().getState())
        .containsExactly(GateState.OPENED, GateState.UPDATED);
    assertThat(gates).extracting(gate -> gate.value().getGateId()).containsOnly(opened.getGateId());
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getGateId)
        .containsExactly(null, opened.getGateId(), opened.getGateId());
  }

  @Test
  void gateShowsTheGoalOfItsRoot_redacted() {
    // Given
    rig.pipe(
        started("T1", "Repair the import with token ghp_0123456789abcdefghijklmnopqrstuvwxyz"));
    rig.pipe(started("T2", "Move the database"));

    // When: the loop of T2 is in a subtask with a goal of its own
    failThreeTimes("T1");
    AgentEvent below = started("sub", "Write one table");
    below.setRootTaskId("T2");
    rig.pipe(below);
    for (int attempt = 1; attempt <= 4; attempt++) {
      rig.pipe(failureBelow("T2", "sub", "s-" + attempt, seconds(attempt)));
    }

    // Then
    assertThat(rig.gates())
        .filteredOn(gate -> gate.getState() == GateState.OPENED)
        .extracting(GateTrigger::getGoal)
        .containsExactly("Repair the import with token <redacted>", "Move the database");
  }

  private static AgentEvent started(String task, String goal) {
    return TopologyEvents.event(
        task, "start of " + task, seconds(0), TaskStarted.newBuilder().setGoal(goal).build());
  }

  @Test
  void aDecisionClosesTheGateAndResetsTheCounter() {
    // Given
    failThreeTimes("T1");
    String gateId = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision("T1", "d-1", seconds(5), Decision.APPROVE, gateId));

    // Then
    List<GateTrigger> gates = rig.gates();
    assertThat(gates).hasSize(1);
    assertThat(gates.get(0).getState()).isEqualTo(GateState.CLOSED);
    assertThat(gates.get(0).getGateId()).isEqualTo(gateId);
    assertThat(gates.get(0).getDecidedBy()).isEqualTo("ann");
    assertThat(gates.get(0).getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.GATE_DECISIONS), 0, 0L, 0));
    List<TestRecord<String, LoopReset>> resets =
        rig.published(TOPICS.name(TopicRole.LOOP_RESETS), LoopReset.class);
    assertThat(resets).hasSize(1);
    assertThat(resets.get(0).key()).isEqualTo("T1");
    assertThat(resets.get(0).value().getReason()).isEqualTo("Human intervention");
    assertThat(resets.get(0).value().getPreviousCount()).isEqualTo(2);
    assertThat(resets.get(0).value().getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.GATE_DECISIONS), 0, 0L, 1));
  }

  @Test
  void theSameLoopAfterADecisionOpensANewGateThatReferencesTheOldOne() {
    // Given
    failThreeTimes("T1");
    String first = rig.gates().get(0).getGateId();
    rig.pipe(decision("T1", "d-1", seconds(5), Decision.APPROVE, first));
    rig.gates();

    // When
    for (int failure = 6; failure <= 8; failure++) {
      rig.pipe(failure("T1", "T1-" + failure, seconds(failure)));
    }

    // Then
    List<GateTrigger> gates = rig.gates();
    assertThat(gates).extracting(GateTrigger::getState).containsExactly(GateState.OPENED);
    assertThat(gates.get(0).getGateId()).isNotEqualTo(first);
    assertThat(gates.get(0).getRecurrenceOf()).isEqualTo(first);
  }

  @Test
  void theFirstOfTwoDecisionsWins_andTheOtherIsDeadLettered() {
    // Given
    failThreeTimes("T1");
    String gateId = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision("T1", "d-1", seconds(5), Decision.APPROVE, gateId));
    rig.pipe(decision("T1", "d-2", seconds(5), Decision.REJECT, gateId));
    rig.pipe(question("T1", "q-1", seconds(6)));

    // Then
    assertThat(rig.gates()).extracting(GateTrigger::getDecision).containsExactly(Decision.APPROVE);
    assertThat(refusals()).singleElement().asString().contains("was decided already; none is open");
    assertThat(rig.journal()).extracting(JournalEntry::getOffset).containsExactly(0L, 1L);
    assertThat(rig.resets()).hasSize(1);
    assertThat(rig.verdicts())
        .filteredOn(verdict -> verdict.getEventId().equals("q-1"))
        .extracting(LoopVerdict::getAction)
        .containsExactly(Action.CONTINUE);
  }

  @Test
  void decisionsOnUnknownOrForeignGatesAreDeadLettered_gatesStayOpen() {
    // Given
    failThreeTimes("T1");
    failThreeTimes("T2");
    String ofT1 = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision("T2", "d-1", seconds(5), Decision.APPROVE, ofT1));
    rig.pipe(decision("T2", "d-2", seconds(6), Decision.APPROVE, "no-such-gate"));
    rig.pipe(decision("T3", "d-3", seconds(7), Decision.APPROVE, ofT1));

    // Then
    assertThat(refusals())
        .hasSize(3)
        .allMatch(reason -> reason.contains("is not open for this root task"));
    assertThat(refusals()).isEmpty();
    assertThat(rig.gates()).isEmpty();
    assertThat(rig.resets()).isEmpty();
  }

  /** The reasons of dead letters since the last call. */
  private List<String> refusals() {
    return rig.deadLetters().stream()
        .map(letter -> letter.headers().lastHeader("__streams.errors.message").value())
        .map(reason -> new String(reason, StandardCharsets.UTF_8))
        .toList();
  }
}
