package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyRig.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** After 24 hours without an event a task expires; its open gate and its rejection do not. */
class StateExpiryTest {

  private static final Duration DAY = Duration.ofHours(24);
  private static final Instant LATER = START.plus(Duration.ofDays(40));

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    assertThat(rig.dropped()).isZero();
    rig.close();
  }

  private String openGate() {
    for (int failure = 1; failure <= 3; failure++) {
      rig.pipe(failure("T1", "e-" + failure, START));
    }
    rig.verdicts();
    return rig.gates().get(0).getGateId();
  }

  @Test
  void aTaskWithoutAnEventForMoreThanADayOfEventTimeExpires() {
    // Given
    rig.at(LATER).pipe(failure("T1", "e-1", START), failure("T1", "e-2", START));
    rig.verdicts();

    // When
    rig.pipe(failure("T1", "e-3", START.plus(DAY).plusMillis(1)));
    rig.pipe(question("T1", "q-1", START.plus(DAY).plusMillis(2)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(0);
  }

  @Test
  void aTaskWithAnEventADayAgoDoesNotExpire() {
    // Given
    rig.pipe(failure("T1", "e-1", START));

    // When
    rig.at(START.plus(DAY)).pipe(failure("T1", "e-2", START.plus(DAY)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @Test
  void aTaskWithoutAnEventForMoreThanADayOfStorageTimeExpires() {
    // Given
    rig.pipe(failure("T1", "e-1", START));

    // When
    rig.at(START.plus(DAY).plusMillis(1)).pipe(failure("T1", "e-2", START));

    // Then
    assertThat(rig.verdicts()).isEmpty();
  }

  @Test
  void anOlderEventDoesNotMakeATaskOlder() {
    // Given
    rig.at(LATER).pipe(failure("T1", "e-1", START.plus(DAY)));
    rig.pipe(TopologyEvents.step("T1", "e-2", START));

    // When
    rig.pipe(failure("T1", "e-3", START.plus(DAY.plusHours(20))));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @Test
  void anOpenGateSurvivesIsUpdatedAndCanBeDecided() {
    // Given
    String gateId = openGate();
    rig.at(LATER);

    // When
    rig.pipe(question("T1", "q-1", LATER));
    rig.pipe(failure("T1", "e-4", LATER), failure("T1", "e-5", LATER));
    rig.pipe(decision("T1", "d-1", LATER, Decision.APPROVE, gateId));

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getAction, LoopVerdict::getLoopCount, LoopVerdict::getGateId)
        .first()
        .isEqualTo(tuple(Action.ESCALATE, 0, gateId));
    assertThat(rig.gates())
        .extracting(GateTrigger::getState, GateTrigger::getGateId)
        .containsExactly(tuple(GateState.UPDATED, gateId), tuple(GateState.CLOSED, gateId));
    assertThat(rig.resets()).hasSize(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aRejectionAndItsGuidanceSurvive() {
    // Given
    rig.pipe(decision("T1", "d-1", START, Decision.REJECT, openGate()));

    // When
    rig.at(LATER).pipe(question("T1", "q-1", LATER));

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getAction, LoopVerdict::getDecision, LoopVerdict::getGuidance)
        .containsExactly(tuple(Action.ABORT, Decision.REJECT, "look at the imports"));
  }
}
