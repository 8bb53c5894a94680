package dev.eddyline.app;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.HostInfo;

/** This processor among the others of its group, as one who asks for state sees it. */
interface Instance {

  /**
   * The answer of a store of an active partition, or the reason why there is none.
   *
   * @throws org.apache.kafka.streams.errors.InvalidStateStoreException when nothing can be asked
   *     now
   */
  <R> QueryResult<R> ask(String store, int partition, Query<R> query);

  /**
   * The same of whatever this instance has of the store: a standby's copy, or one that is being
   * restored, which may be behind.
   */
  default <R> QueryResult<R> askCopy(String store, int partition, Query<R> query) {
    return ask(store, partition, query);
  }

  /** Other instances that keep a copy of a partition of a store, as far as they are known. */
  default List<HostInfo> standbys(String store, int partition) {
    return List.of();
  }

  /** The instance that has the partition of a store, as far as it is known. */
  Optional<HostInfo> owner(String store, int partition);

  /** This instance as the others see it; empty where application.server is not set. */
  Optional<HostInfo> self();

  /** Whether every partition of this instance is restored and taken care of. */
  boolean isSettled();
}
