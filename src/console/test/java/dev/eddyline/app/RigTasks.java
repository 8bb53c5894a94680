package dev.eddyline.app;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.topology.TopologyRig;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.HostInfo;

/** The stores of a rig as a queryable instance. */
public final class RigTasks implements QueryableInstance {

  private final TopologyRig rig;

  private RigTasks(TopologyRig rig) {
    this.rig = rig;
  }

  /** A lookup in the stores of a rig with one partition, a minute after its start. */
  public static TaskLookup of(TopologyRig rig) {
    var policies =
        PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("default")));
    Clock clock = Clock.fixed(TopologyRig.START.plusSeconds(60), ZoneOffset.UTC);
    return new TaskLookup(new TaskStores(new RigTasks(rig), 1, policies, clock, rig.registry()));
  }

  @Override
  public <R> QueryResult<R> queryActive(String store, int partition, Query<R> query) {
    StateStore windowed = rig.driver().getWindowStore(store);
    StateStore stateStore = windowed == null ? rig.driver().getKeyValueStore(store) : windowed;
    return stateStore.query(query, PositionBound.unbounded(), new QueryConfig(false));
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
    return true;
  }
}
