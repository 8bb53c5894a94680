package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.app.LeaderAnswer.Elsewhere;
import dev.eddyline.app.LeaderAnswer.Unknown;
import dev.eddyline.app.LeaderAnswer.Unready;
import dev.eddyline.app.TaskLookup.Answer;
import dev.eddyline.app.TaskLookup.Answer.Here;
import dev.eddyline.app.TaskLookup.Answer.NotHere;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.RootView;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Task lookups in real stores at an instance with partition 0 of 2. */
class TaskLookupTest {

  private static final int PARTITIONS = 2;
  private static final String HERE = TopologyRig.keyOf(0, PARTITIONS);
  private static final String THERE = TopologyRig.keyOf(1, PARTITIONS);
  private static final HostInfo SELF = new HostInfo("self", 1);
  private static final HostInfo OTHER = new HostInfo("other", 2);
  private static final Instant START = TopologyRig.START;

  private final Local local = new Local();
  private TopologyRig rig = new TopologyRig(PARTITIONS, StoreType.IN_MEMORY);

  @AfterEach
  void close() {
    rig.close();
  }

  /** The instance that has the rig's partition. */
  private final class Local implements Instance {

    private Optional<FailureReason> failure = Optional.empty();
    private Optional<HostInfo> owner = Optional.of(OTHER);
    private Optional<HostInfo> self = Optional.of(SELF);
    private boolean isSettled = true;

    @Override
    public <R> QueryResult<R> ask(String store, int partition, Query<R> query) {
      if (failure.isPresent()) {
        return QueryResult.forFailure(failure.get(), "as the test wants it");
      }
      if (partition != 0) {
        return QueryResult.forFailure(FailureReason.NOT_PRESENT, "not here");
      }
      StateStore windowed = rig.driver().getWindowStore(store);
      StateStore asked = windowed == null ? rig.driver().getKeyValueStore(store) : windowed;
      return asked.query(query, PositionBound.unbounded(), new QueryConfig(false));
    }

    @Override
    public Optional<HostInfo> owner(String store, int partition) {
      return owner;
    }

    @Override
    public Optional<HostInfo> self() {
      return self;
    }

    @Override
    public boolean isSettled() {
      return isSettled;
    }
  }

  private Answer ask(String task, Instant now) {
    return ask(local, task, now);
  }

  private static Answer ask(Instance instance, String task, Instant now) {
    var policies = PolicySource.ofFixed(Policies.ofSingle(Policies.preset("default")));
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    return new TaskLookup(new TaskStores(instance, PARTITIONS, policies, clock)).of(task);
  }

  private static LeaderAnswer why(Answer answer) {
    return ((NotHere) answer).why();
  }

  private static RootView root(Answer answer) {
    TaskFacts facts = ((Here) answer).facts();
    return RootView.from(facts.root(), facts.hold());
  }

  private static AgentEvent failure(String task, Instant at) {
    return Events.failure(task, "same", task + "/" + at, at);
  }

  private void loop(String task, int failures) {
    for (int second = 0; second < failures; second++) {
      rig.take(failure(task, START.plusSeconds(second)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoopingTasksContextIsThatOfItsLastVerdict_whereverTheStoresAre(StoreType stores) {
    // Given
    rig.close();
    rig = new TopologyRig(PARTITIONS, stores);
    loop(HERE, 3);
    List<LoopVerdict> verdicts = rig.verdicts();

    // When
    Answer answer = ask(HERE, START.plusSeconds(10));

    // Then
    RootView root = root(answer);
    assertThat(((Here) answer).facts().rootTaskId()).isEqualTo(HERE);
    assertThat(root.leaderContext()).contains(verdicts.get(1).getLeaderContext());
    assertThat(root.loopCount()).isEqualTo(2);
    assertThat(root.openGate().orElseThrow().getGateId()).isEqualTo(rig.gates().get(0).getGateId());
  }

  @Test
  void aTaskInTheWindowBeforeIsFoundAsLongAsItIsRemembered() {
    // Given: 24 h later it is one window later too
    Instant late = START.plus(EddylineTopology.WINDOW).minus(Duration.ofMinutes(30));
    rig.take(failure(HERE, late), failure(HERE, late.plusSeconds(1)));
    Instant last = late.plusSeconds(1);

    // When
    Answer within = ask(HERE, last.plus(Duration.ofHours(24)));
    Answer after = ask(HERE, last.plus(Duration.ofHours(24)).plusMillis(1));

    // Then
    assertThat(within).isInstanceOf(Here.class);
    assertThat(after).isEqualTo(new NotHere(new Unknown(HERE)));
  }

  @Test
  void theNewestWindowCounts_alsoWhereThisClockIsBehindTheBrokers() {
    // Given: the task moves to the next window
    Instant next = START.plus(EddylineTopology.WINDOW);
    rig.take(failure(HERE, next.minusSeconds(2)), failure(HERE, next.minusSeconds(1)));
    rig.take(failure(HERE, next));

    // When
    Answer answer = ask(HERE, next.minusMillis(300));

    // Then
    assertThat(root(answer).loopCount()).isEqualTo(2);
  }

  @Test
  void anOpenGateOutlivesTheStateOfItsTask() {
    // Given
    loop(HERE, 3);

    // When
    Answer answer = ask(HERE, START.plus(Duration.ofDays(30)));

    // Then
    RootView root = root(answer);
    assertThat(root.openGate()).isPresent();
    assertThat(root.leaderContext()).isEmpty();
    assertThat(root.loopCount()).isZero();
  }

  @Test
  void aTaskNeverSeenIsUnknown() {
    assertThat(ask(HERE, START)).isEqualTo(new NotHere(new Unknown(HERE)));
  }

  @Test
  void aSubtaskHereIsKnown_withItsRootsName_andItsRootIsElsewhere() {
    // Given
    AgentEvent event = failure(HERE, START);
    event.setRootTaskId(THERE);
    rig.take(event);

    // When
    Answer answer = ask(HERE, START);

    // Then
    TaskFacts facts = ((Here) answer).facts();
    assertThat(facts.rootTaskId()).isEqualTo(THERE);
    assertThat(facts.rootIsHere()).isFalse();
    assertThat(ask(facts.rootTaskId(), START))
        .isEqualTo(new NotHere(new Elsewhere(THERE, Optional.of(OTHER))));
  }

  @Test
  void aTaskOfAnotherInstanceIsElsewhere_withoutAnAddressWhereNoneIsConfigured() {
    Answer known = ask(THERE, START);
    local.owner = Optional.empty();
    Answer unknown = ask(THERE, START);

    assertThat(known).isEqualTo(new NotHere(new Elsewhere(THERE, Optional.of(OTHER))));
    assertThat(unknown).isEqualTo(new NotHere(new Elsewhere(THERE, Optional.empty())));
  }

  @Test
  void aPartitionThatComesHereIsNotReady() {
    local.failure = Optional.of(FailureReason.NOT_ACTIVE);
    local.owner = Optional.of(SELF);

    assertThat(ask(HERE, START))
        .isEqualTo(
            new NotHere(
                new Unready("partition 0 of task " + HERE + " moves or is being restored")));
  }

  @Test
  void aPartitionThatMovesWithoutAnAddressIsNotReady() {
    local.owner = Optional.empty();
    local.isSettled = false;

    assertThat(why(ask(THERE, START))).isInstanceOf(Unready.class);
  }

  @Test
  void aCopyInStandbyIsElsewhere() {
    local.failure = Optional.of(FailureReason.NOT_ACTIVE);

    assertThat(ask(HERE, START)).isEqualTo(new NotHere(new Elsewhere(HERE, Optional.of(OTHER))));
  }

  @Test
  void aStoreThatIsClosedWhileItsPartitionLeavesIsNotReady_andAnyOtherFaultIsTold() {
    local.failure = Optional.of(FailureReason.STORE_EXCEPTION);
    local.owner = Optional.empty();
    local.isSettled = false;
    Answer leaving = ask(HERE, START);
    local.isSettled = true;

    assertThat(why(leaving)).isInstanceOf(Unready.class);
    assertThatThrownBy(() -> ask(HERE, START))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("eddyline-tasks")
        .hasMessageContaining("as the test wants it");
  }

  @Test
  void aProcessorThatIsNotStartedIsNotReady() {
    // Given
    Instance unstarted =
        new Instance() {
          @Override
          public <R> QueryResult<R> ask(String store, int partition, Query<R> query) {
            throw new StreamsNotStartedException("not started");
          }

          @Override
          public Optional<HostInfo> owner(String store, int partition) {
            return Optional.empty();
          }

          @Override
          public Optional<HostInfo> self() {
            return Optional.empty();
          }

          @Override
          public boolean isSettled() {
            return false;
          }
        };

    // When
    Answer answer = ask(unstarted, HERE, START);

    // Then
    assertThat(answer).isEqualTo(new NotHere(new Unready("not started")));
  }
}
