package dev.eddyline.app;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.HostInfo;

/** The view of this instance and its group for state queries. */
interface QueryableInstance {

  /**
   * Queries a store of an active partition; the result may be a failure.
   *
   * @throws org.apache.kafka.streams.errors.InvalidStateStoreException when stores cannot be
   *     queried now
   */
  <R> QueryResult<R> queryActive(String store, int partition, Query<R> query);

  /**
   * Queries any local replica of the store: active, standby or being restored, which may be stale.
   */
  default <R> QueryResult<R> queryReplica(String store, int partition, Query<R> query) {
    return queryActive(store, partition, query);
  }

  /** Other instances with a standby replica of a store's partition, as far as known. */
  default List<HostInfo> standbyHosts(String store, int partition) {
    return List.of();
  }

  /** The instance with the active partition of a store, as far as known. */
  Optional<HostInfo> hostOfActivePartition(String store, int partition);

  /** This instance's address for others; empty where application.server is not set. */
  Optional<HostInfo> ownHost();

  /** Whether every partition of this instance is restored and running. */
  boolean areAllPartitionsRunning();
}
