package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.app.LookupFailure.NotReady;
import dev.eddyline.app.LookupFailure.OnOtherInstance;
import dev.eddyline.app.LookupFailure.UnknownTask;
import dev.eddyline.app.TaskLookup.LookupResult;
import dev.eddyline.app.TaskLookup.LookupResult.TaskFound;
import dev.eddyline.app.TaskLookup.LookupResult.TaskNotFound;
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

  private final LocalInstance local = new LocalInstance();
  private TopologyRig rig = new TopologyRig(PARTITIONS, StoreType.IN_MEMORY);

  @AfterEach
  void close() {
    rig.close();
  }

  /** The instance that has the rig's partition. */
  private final class LocalInstance implements QueryableInstance {

    private Optional<FailureReason> failure = Optional.empty();
    private Optional<HostInfo> owner = Optional.of(OTHER);
    private Optional<HostInfo> self = Optional.of(SELF);
    private boolean isSettled = true;

    @Override
    public <R> QueryResult<R> queryActive(String store, int partition, Query<R> query) {
      if (failure.isPresent()) {
        return QueryResult.forFailure(failure.get(), "as the test wants it");
      }
      if (partition != 0) {
        return QueryResult.forFailure(FailureReason.NOT_PRESENT, "not here");
      }
      StateStore windowed = rig.driver().getWindowStore(store);
      StateStore stateStore = windowed == null ? rig.driver().getKeyValueStore(store) : windowed;
      return stateStore.query(query, PositionBound.unbounded(), new QueryConfig(false));
    }

    @Override
    public Optional<HostInfo> hostOfActivePartition(String store, int partition) {
      return owner;
    }

    @Override
    public Optional<HostInfo> ownHost() {
      return self;
    }

    @Override
    public boolean areAllPartitionsRunning() {
      return isSettled;
    }
  }

  private LookupResult ask(String task, Instant now) {
    return ask(local, task, now);
  }

  private LookupResult ask(QueryableInstance instance, String task, Instant now) {
    var policies =
        PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("default")));
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    return new TaskLookup(new TaskStores(instance, PARTITIONS, policies, clock, rig.registry()))
        .findTask(task);
  }

  private static LookupFailure failureOf(LookupResult answer) {
    return ((TaskNotFound) answer).failure();
  }

  private static RootView root(LookupResult answer) {
    StoredTask facts = ((TaskFound) answer).task();
    return RootView.fromStoredState(facts.rootState(), facts.rootGateOrRejection());
  }

  private static AgentEvent failure(String task, Instant at) {
    return JsonEvents.failure(task, "same", task + "/" + at, at);
  }

  private void loop(String task, int failures) {
    for (int second = 0; second < failures; second++) {
      rig.pipe(failure(task, START.plusSeconds(second)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoopingTaskHasTheContextOfItsLastVerdict(StoreType stores) {
    // Given
    rig.close();
    rig = new TopologyRig(PARTITIONS, stores);
    loop(HERE, 3);
    List<LoopVerdict> verdicts = rig.verdicts();

    // When
    LookupResult answer = ask(HERE, START.plusSeconds(10));

    // Then
    RootView root = root(answer);
    assertThat(((TaskFound) answer).task().rootTaskId()).isEqualTo(HERE);
    assertThat(root.leaderContext()).contains(verdicts.get(1).getLeaderContext());
    assertThat(root.loopCount()).isEqualTo(2);
    assertThat(root.openGate().orElseThrow().getGateId()).isEqualTo(rig.gates().get(0).getGateId());
  }

  @Test
  void aTaskOfThePreviousWindowIsFoundUntilItExpires() {
    // Given: 24 h later it is one window later too
    Instant late = START.plus(EddylineTopology.WINDOW).minus(Duration.ofMinutes(30));
    rig.pipe(failure(HERE, late), failure(HERE, late.plusSeconds(1)));
    Instant last = late.plusSeconds(1);

    // When
    LookupResult within = ask(HERE, last.plus(Duration.ofHours(24)));
    LookupResult after = ask(HERE, last.plus(Duration.ofHours(24)).plusMillis(1));

    // Then
    assertThat(within).isInstanceOf(TaskFound.class);
    assertThat(after).isEqualTo(new TaskNotFound(new UnknownTask(HERE)));
  }

  @Test
  void theNewestWindowIsRead_despiteClockSkew() {
    // Given: the task moves to the next window
    Instant next = START.plus(EddylineTopology.WINDOW);
    rig.pipe(failure(HERE, next.minusSeconds(2)), failure(HERE, next.minusSeconds(1)));
    rig.pipe(failure(HERE, next));

    // When
    LookupResult answer = ask(HERE, next.minusMillis(300));

    // Then
    assertThat(root(answer).loopCount()).isEqualTo(2);
  }

  @Test
  void anOpenGateIsFoundAfterItsTaskExpired() {
    // Given
    loop(HERE, 3);

    // When
    LookupResult answer = ask(HERE, START.plus(Duration.ofDays(30)));

    // Then
    RootView root = root(answer);
    assertThat(root.openGate()).isPresent();
    assertThat(root.leaderContext()).isEmpty();
    assertThat(root.loopCount()).isZero();
  }

  @Test
  void aTaskNeverSeenIsUnknown() {
    assertThat(ask(HERE, START)).isEqualTo(new TaskNotFound(new UnknownTask(HERE)));
  }

  @Test
  void aLocalSubtaskOfARemoteRootIsFound() {
    // Given
    AgentEvent event = failure(HERE, START);
    event.setRootTaskId(THERE);
    rig.pipe(event);

    // When
    LookupResult answer = ask(HERE, START);

    // Then
    StoredTask facts = ((TaskFound) answer).task();
    assertThat(facts.rootTaskId()).isEqualTo(THERE);
    assertThat(facts.isRootLocal()).isFalse();
    assertThat(ask(facts.rootTaskId(), START))
        .isEqualTo(new TaskNotFound(new OnOtherInstance(THERE, Optional.of(OTHER))));
  }

  @Test
  void aTaskOfARemotePartitionIsReportedAsOnAnotherInstance() {
    LookupResult known = ask(THERE, START);
    local.owner = Optional.empty();
    LookupResult unknown = ask(THERE, START);

    assertThat(known).isEqualTo(new TaskNotFound(new OnOtherInstance(THERE, Optional.of(OTHER))));
    assertThat(unknown).isEqualTo(new TaskNotFound(new OnOtherInstance(THERE, Optional.empty())));
  }

  @Test
  void aTaskOfAPartitionBeingAssignedIsReportedAsNotReady() {
    local.failure = Optional.of(FailureReason.NOT_ACTIVE);
    local.owner = Optional.of(SELF);

    assertThat(ask(HERE, START))
        .isEqualTo(
            new TaskNotFound(
                new NotReady("partition 0 of task " + HERE + " moves or is being restored")));
  }

  @Test
  void aMovingPartitionWithoutAnAddressIsNotReady() {
    local.owner = Optional.empty();
    local.isSettled = false;

    assertThat(failureOf(ask(THERE, START))).isInstanceOf(NotReady.class);
  }

  @Test
  void aTaskWithOnlyAStandbyReplicaHereIsReportedAsOnAnotherInstance() {
    local.failure = Optional.of(FailureReason.NOT_ACTIVE);

    assertThat(ask(HERE, START))
        .isEqualTo(new TaskNotFound(new OnOtherInstance(HERE, Optional.of(OTHER))));
  }

  @Test
  void aClosingStoreIsNotReady_andOtherFailuresAreThrown() {
    local.failure = Optional.of(FailureReason.STORE_EXCEPTION);
    local.owner = Optional.empty();
    local.isSettled = false;
    LookupResult leaving = ask(HERE, START);
    local.isSettled = true;

    assertThat(failureOf(leaving)).isInstanceOf(NotReady.class);
    assertThatThrownBy(() -> ask(HERE, START))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("eddyline-tasks")
        .hasMessageContaining("as the test wants it");
  }

  @Test
  void anUnstartedProcessorIsNotReady() {
    // Given
    QueryableInstance unstarted =
        new QueryableInstance() {
          @Override
          public <R> QueryResult<R> queryActive(String store, int partition, Query<R> query) {
            throw new StreamsNotStartedException("not started");
          }

          @Override
          public Optional<HostInfo> hostOfActivePartition(String store, int partition) {
            return Optional.empty();
          }

          @Override
          public Optional<HostInfo> ownHost() {
            return Optional.empty();
          }

          @Override
          public boolean areAllPartitionsRunning() {
            return false;
          }
        };

    // When
    LookupResult answer = ask(unstarted, HERE, START);

    // Then
    assertThat(answer).isEqualTo(new TaskNotFound(new NotReady("not started")));
  }
}
