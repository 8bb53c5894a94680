package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyRig.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reply after its timeout is marked as expired. */
class ExpiredRepliesTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @CsvSource({"0, false", "30, false", "31, true"})
  void aReplyExpiresThirtySecondsAfterItsRequestWasRecorded(int seconds, boolean expired) {
    // Given
    Instant recorded = START.minusSeconds(seconds);

    // When
    rig.at(recorded).pipe(question("T1", "q-1", recorded), proposal("T1", "q-2", recorded));

    // Then
    assertThat(rig.verdicts()).hasSize(2).extracting(LoopVerdict::getExpired).containsOnly(expired);
  }

  @Test
  void aVerdictWithoutARequestNeverExpires() {
    // Given
    Instant recorded = START.minus(Duration.ofMinutes(10));

    // When
    rig.at(recorded).pipe(failure("T1", "e-1", recorded), failure("T1", "e-2", recorded));

    // Then
    assertThat(rig.verdicts()).singleElement().extracting(LoopVerdict::getExpired).isEqualTo(false);
  }

  @Test
  void aSubtaskLoopSignalCarriesTheTimeOfTheRequest() {
    // Given
    Instant recorded = START.minusSeconds(31);
    AgentEvent second =
        AgentEvent.newBuilder(failure("T1.1", "e-2", recorded))
            .setRootTaskId("T1")
            .setReplyRequested(true)
            .build();

    // When
    rig.at(recorded).pipe(TopologyEvents.failureBelow("T1", "T1.1", "e-1", recorded), second);

    // Then
    assertThat(rig.signals())
        .map(Signal::getBody)
        .filteredOn(SubtaskLoop.class::isInstance)
        .last()
        .isInstanceOfSatisfying(
            SubtaskLoop.class,
            loop -> {
              assertThat(loop.getReplyRequested()).isTrue();
              assertThat(loop.getRecordTime()).isEqualTo(recorded);
            });
    assertThat(rig.verdicts()).singleElement().extracting(LoopVerdict::getExpired).isEqualTo(true);
  }

  private static AgentEvent proposal(String task, String eventId, Instant at) {
    return event(
        task, eventId, at, StepStarted.newBuilder().setStep("build").setProposed(true).build());
  }
}
