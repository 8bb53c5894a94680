package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.EddylineTopology.WINDOW;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.steps.CrossTaskCycle;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.SessionHistory;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transitions of a session are collected under its key, and its loops are sent to a root. */
class SessionsTest {

  private static final Instant NEXT = START.plus(WINDOW);

  private TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    assertThat(rig.dropped()).isZero();
    rig.close();
  }

  private static AgentEvent attempt(String task, int number) {
    AgentEvent attempt =
        event(
            task,
            "e-" + number,
            seconds(number),
            new TaskAttempted(TaskStatus.IN_PROGRESS, null, null, false));
    attempt.setSessionId("s1");
    return attempt;
  }

  private void pipeAlternatingAttempts(int from, int to) {
    for (int number = from; number <= to; number++) {
      rig.pipe(attempt(number % 2 == 1 ? "A" : "B", number));
    }
  }

  private List<TestRecord<String, Signal>> signals() {
    return rig.published(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class);
  }

  @Test
  void theVerdictBelongsToTheEventThatClosesTheCycle() {
    // Given
    pipeAlternatingAttempts(1, 5);
    assertThat(rig.driver().producedTopicNames()).doesNotContain("loop-verdicts");

    // When
    pipeAlternatingAttempts(6, 6);

    // Then
    var verdicts = rig.published(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class);
    assertThat(verdicts).extracting(TestRecord::key).containsExactly("B");
    LoopVerdict verdict = verdicts.get(0).value();
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.CROSS_TASK_CYCLE);
    assertThat(verdict.getEventId()).isEqualTo("e-6");
    assertThat(verdict.getSessionId()).isEqualTo("s1");
    assertThat(verdict.getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 5L, 16));
    assertThat(verdict.getEvidence()).extracting("offset").containsExactly(4L, 5L);
  }

  @Test
  void eachTransitionIsSignalledOnceToItsSession_andTheLoopOnceToTheRoot() {
    // When
    pipeAlternatingAttempts(1, 6);

    // Then
    List<TestRecord<String, Signal>> signals = signals();
    assertThat(signals)
        .extracting(TestRecord::key)
        .containsExactly("s1", "s1", "s1", "s1", "s1", "s1", "B");
    assertThat(signals.subList(0, 6))
        .allMatch(signal -> signal.value().getBody() instanceof SessionEvent);
    assertThat(signals.get(6).value().getBody()).isInstanceOf(SubtaskLoop.class);
    assertThat(rig.journal()).hasSize(7);
  }

  @Test
  void reroutedTransitionKeepsItsSourceCoordinates() {
    // Given
    close();
    int partitions = 4;
    rig = new TopologyRig(partitions, StoreType.IN_MEMORY);
    String misroutedTaskId = keyOf(2, partitions);
    String atHome = keyOf(0, partitions);

    // When
    for (int number = 1; number <= 6; number++) {
      rig.pipe(attempt(number % 2 == 1 ? misroutedTaskId : atHome, number));
    }

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.CROSS_TASK_CYCLE);
    List<SessionEvent> sessionTransitions = new ArrayList<>();
    for (TestRecord<String, Signal> signal : signals()) {
      if (signal.value().getBody() instanceof SessionEvent sessionTransition) {
        sessionTransitions.add(sessionTransition);
      }
    }
    assertThat(sessionTransitions)
        .extracting(sessionTransition -> sessionTransition.getSource().getOffset())
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(sessionTransitions)
        .extracting(SessionEvent::getRecordTime)
        .contains(seconds(1), seconds(6));
  }

  @ParameterizedTest
  @EnumSource
  void aSessionOfThePreviousWindowMovesToTheCurrentWindow(StoreType stores) {
    // Given
    close();
    rig = new TopologyRig(1, stores);
    rig.at(NEXT.minusSeconds(60));
    pipeAlternatingAttempts(1, 5);

    // When
    rig.at(NEXT.plusSeconds(60));
    pipeAlternatingAttempts(6, 6);

    // Then
    assertThat(rig.verdicts()).hasSize(1);
    var place = (InStore<SessionHistory>) new CrossTaskCycle().history();
    assertThat(rig.history("s1", place, NEXT).getMoves()).hasSize(6);
    assertThat(rig.history("s1", place, START).getMoves()).hasSize(5);
  }
}
