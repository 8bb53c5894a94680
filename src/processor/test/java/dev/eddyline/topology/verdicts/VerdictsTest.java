package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyEvents.success;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.Target;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TopologyRig;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Verdicts and resets on their topics. */
class VerdictsTest {

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
  void aRepeatedFailureGetsAVerdictWithItsRecordCoordinates() {
    // Given
    rig.pipe(failure("other", "o-1", seconds(0)), failure("T1", "e-1", seconds(0)));

    // When
    rig.at(seconds(9)).pipe(failure("T1", "e-2", seconds(2)));

    // Then
    List<TestRecord<String, LoopVerdict>> verdicts =
        rig.published(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class);
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).key()).isEqualTo("T1");
    assertThat(verdicts.get(0).getRecordTime()).isEqualTo(seconds(9));
    LoopVerdict verdict = verdicts.get(0).value();
    assertThat(verdict.getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 2L, 0));
    assertThat(verdict.getEventId()).isEqualTo("e-2");
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(verdict.getOccurredAt()).isEqualTo(seconds(2));
    assertThat(verdict.getDecidedAt()).isEqualTo(START);
    assertThat(verdict.getEvidence()).extracting("eventId").containsExactly("e-1", "e-2");
    assertThat(verdict.getEvidence()).extracting("offset").containsExactly(1L, 2L);
    assertThat(verdict.getEvidence()).extracting("partition").containsOnly(0);
  }

  @Test
  void verdictIdsAreDeterministic() {
    // Given
    failThreeTimes("T1");
    failThreeTimes("T2");

    // When
    try (TopologyRig second = new TopologyRig()) {
      second.pipe(step("Z", "z-1", seconds(0)));
      for (int failure = 1; failure <= 3; failure++) {
        second.pipe(failure("T1", "T1-" + failure, seconds(failure)));
      }

      // Then
      List<LoopVerdict> verdicts = rig.verdicts();
      List<GateTrigger> gates = rig.gates();
      assertThat(verdicts).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
      assertThat(gates).extracting(GateTrigger::getGateId).hasSize(2).doesNotHaveDuplicates();
      assertThat(second.verdicts())
          .usingRecursiveFieldByFieldElementComparatorOnFields("verdictId", "loopId", "gateId")
          .containsExactlyElementsOf(verdicts.subList(0, 2));
      assertThat(second.gates().get(0).getGateId()).isEqualTo(gates.get(0).getGateId());
    }
  }

  @Test
  void successResetsTheCounterAndClearsTheFailures() {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));
    rig.verdicts();

    // When
    rig.pipe(success("T1", "e-3", seconds(3)), failure("T1", "e-4", seconds(4)));

    // Then
    assertThat(rig.resets()).extracting(LoopReset::getPreviousCount).containsExactly(1);
    assertThat(rig.verdicts()).isEmpty();
  }

  @Test
  void aSubtaskLoopIsCountedAtItsRootTask_andTheGateIsKeyedByTheRootTask() {
    // Given
    rig.pipe(failure("root", "r-1", seconds(1)), failure("root", "r-2", seconds(2)));
    rig.pipe(failureBelow("root", "sub", "s-1", seconds(3)));

    // When
    rig.pipe(failureBelow("root", "sub", "s-2", seconds(4)));
    rig.pipe(failureBelow("root", "sub", "s-3", seconds(5)));

    // Then
    List<TestRecord<String, LoopVerdict>> verdicts =
        rig.published(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class);
    assertThat(verdicts).extracting(TestRecord::key).containsExactly("root", "sub", "sub");
    assertThat(verdicts)
        .extracting(verdict -> verdict.value().getLoopCount())
        .containsExactly(1, 2, 3);
    assertThat(verdicts.get(2).value().getRootTaskId()).isEqualTo("root");
    assertThat(verdicts.get(2).value().getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 4L, 0));
    List<TestRecord<String, GateTrigger>> gates =
        rig.published(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class);
    assertThat(gates).extracting(TestRecord::key).containsExactly("root");
    assertThat(gates.get(0).value().getTaskId()).isEqualTo("sub");
    assertThat(rig.signals())
        .extracting(signal -> signal.getBody().getClass().getSimpleName())
        .containsExactly("SubtaskLoop", "SubtaskSign", "SubtaskLoop", "SubtaskLoop", "RootNews");
  }

  @Test
  void requestDuringOpenGateIsAnsweredWithTheGate() {
    // Given
    failThreeTimes("T1");
    rig.verdicts();

    // When
    rig.pipe(question("T1", "q-1", seconds(4)), question("T2", "q-2", seconds(4)));

    // Then
    List<LoopVerdict> verdicts = rig.verdicts();
    assertThat(verdicts).extracting(LoopVerdict::getLoopType).containsOnly(LoopType.OK);
    assertThat(verdicts)
        .extracting(LoopVerdict::getAction)
        .containsExactly(Action.ESCALATE, Action.CONTINUE);
    assertThat(verdicts).extracting(LoopVerdict::getTarget).containsExactly(Target.USER, null);
    assertThat(verdicts.get(0).getGateId()).isEqualTo(rig.gates().get(0).getGateId());
  }
}
