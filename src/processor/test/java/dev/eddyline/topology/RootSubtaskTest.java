package dev.eddyline.topology;

import static dev.eddyline.topology.EddylineTopology.BLOCKED_ROOT_STORE;
import static dev.eddyline.topology.EddylineTopology.WINDOW;
import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stored state of subtasks' roots. */
class RootSubtaskTest {

  private static final String SIGNALS = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);
  private static final Instant LATER = START.plus(Duration.ofDays(40));

  private TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    assertThat(rig.dropped()).isZero();
    rig.close();
  }

  private void restartRigWithStores(StoreType stores) {
    close();
    rig = new TopologyRig(1, stores);
  }

  private static AgentEvent asSubtaskEvent(AgentEvent event) {
    event.setRootTaskId("root");
    return event;
  }

  private static AgentEvent proposal(String eventId, Instant at) {
    return asSubtaskEvent(event("sub", eventId, at, new StepStarted("next", true)));
  }

  private void openGate() {
    for (int failure = 1; failure <= 3; failure++) {
      rig.pipe(failureBelow("root", "sub", "s-" + failure, seconds(failure)));
    }
    assertThat(rig.gates()).extracting(GateTrigger::getRootTaskId).containsExactly("root");
    rig.verdicts();
  }

  /** Lets windows expire by writing a much newer record. */
  private void expireWindowsByNewerRecord(Instant time) {
    rig.at(time).pipe(failureBelow("other", "other.1", "o-1", time));
    rig.pipe(decision("other", "o-2", time, Decision.APPROVE, null));
  }

  private Set<String> knownRoots() {
    Set<String> keys = stored(EddylineTopology.HISTORY_STORE);
    keys.removeIf(key -> !key.contains("|roots@"));
    return keys;
  }

  private Set<String> stored(String store) {
    Set<String> keys = new TreeSet<>(StoreContents.all(rig.driver()).keySet());
    keys.removeIf(key -> !key.startsWith(store + " "));
    return keys;
  }

  @ParameterizedTest
  @EnumSource
  void aDecisionClearsTheFailuresOfASubtaskAndUnblocksIt(StoreType stores) {
    // Given
    restartRigWithStores(stores);
    openGate();
    rig.pipe(proposal("p-1", seconds(5)));

    // When
    rig.pipe(decision("root", "d-1", seconds(6), Decision.APPROVE, null));
    rig.pipe(failureBelow("root", "sub", "s-4", seconds(7)), proposal("p-2", seconds(8)));

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getAction)
        .containsExactly(Action.ESCALATE, Action.CONTINUE);
  }

  @ParameterizedTest
  @EnumSource
  void anOpenGateOfARootIsKnownAfterWeeks_untilItIsClosed(StoreType stores) {
    // Given
    restartRigWithStores(stores);
    openGate();
    expireWindowsByNewerRecord(LATER);
    assertThat(knownRoots()).hasSize(1);
    assertThat(rig.verdicts()).isEmpty();

    // When
    rig.pipe(proposal("p-1", LATER));
    rig.pipe(decision("root", "d-1", LATER, Decision.APPROVE, null));
    rig.pipe(proposal("p-2", LATER));

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getAction)
        .containsExactly(Action.ESCALATE, Action.CONTINUE);
    assertThat(stored(BLOCKED_ROOT_STORE)).isEmpty();
    assertThat(knownRoots()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void theStateOfAnUnblockedRootExpires(StoreType stores) {
    // Given
    restartRigWithStores(stores);
    rig.pipe(failureBelow("root", "sub", "s-1", START));
    rig.pipe(decision("root", "d-1", START, Decision.APPROVE, null));
    assertThat(knownRoots()).hasSize(1);

    // When
    expireWindowsByNewerRecord(START.plus(WINDOW.multipliedBy(6)));

    // Then
    assertThat(knownRoots()).singleElement().asString().contains("other");
    assertThat(stored(BLOCKED_ROOT_STORE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aSubtaskWithDailyEventsKnowsItsRootsEpochForWeeks(StoreType stores) {
    // Given
    restartRigWithStores(stores);
    rig.pipe(failureBelow("root", "sub", "s-0", START));
    rig.pipe(decision("root", "d-1", START, Decision.APPROVE, null));

    // When
    int days = 30;
    for (int day = 1; day <= days; day++) {
      Instant time = START.plus(Duration.ofHours(23).multipliedBy(day));
      rig.at(time).pipe(failureBelow("root", "sub", "s-" + day, time));
    }

    // Then
    assertThat(rig.verdicts()).isNotEmpty();
    assertThat(rig.signals())
        .filteredOn(
            signal -> signal.getBody() instanceof SubtaskLoop loop && !loop.getLoops().isEmpty())
        .hasSize(days - 1)
        .extracting(signal -> ((SubtaskLoop) signal.getBody()).getEpoch())
        .containsOnly(1L);
  }

  @Test
  void aLoopOfAnEarlierEpochIsCountedAndNotPublished() {
    // Given
    rig.pipe(failureBelow("root", "sub", "s-1", seconds(1)));
    rig.pipe(failureBelow("root", "sub", "s-2", seconds(2)));
    List<Signal> signals = rig.signals();
    Signal loop = signals.get(signals.size() - 1);
    rig.pipe(decision("root", "d-1", seconds(3), Decision.APPROVE, null));
    rig.verdicts();

    // When
    byte[] late = AvroSerde.of(Signal.class, rig.registry()).serializer().serialize(SIGNALS, loop);
    rig.pipe(SIGNALS, TopologyRig.bytes("root"), late, new RecordHeaders(), seconds(4));

    // Then
    assertThat(loop.getBody()).isInstanceOf(SubtaskLoop.class);
    assertThat(rig.verdicts()).isEmpty();
    assertThat(rig.outdated()).isEqualTo(1);
  }
}
