package dev.eddyline.topology;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.apache.kafka.streams.state.internals.WindowStoreBuilder;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A windowed store with a write-back cache of decoded values, which are written at most once a
 * commit. Callers must not change its values in place.
 *
 * <p>Kafka Streams flushes caches before it ends a commit's transaction. Cached values are written
 * then, in the same transaction as the offsets of their inputs. If a task ends without a commit,
 * both are discarded. Kafka's own cache would store bytes and encode a value at each change.
 * Outside readers use IQv2 only, which bypasses this cache; IQv1 ({@code KafkaStreams.store}) would
 * use it from another thread. A flushed value has the record context of the newest input. Kafka
 * Streams has no public hook at that point, hence the two internal classes that are extended here.
 *
 * @param <V> the values
 */
final class WriteBehindStore<V> extends WrappedStateStore<WindowStore<String, V>, String, V>
    implements WindowStore<String, V> {

  private final HeldBack<V> heldBack;
  private final long retention;
  private long newestWindow = -1;

  private WriteBehindStore(WindowStore<String, V> store, long retention) {
    super(store);
    this.retention = retention;
    heldBack = new HeldBack<>(store::fetch, store::put);
  }

  /** Builds a store on top of the supplied one. */
  static <V> WindowStoreBuilder<String, V> builder(
      WindowBytesStoreSupplier supplier, Serde<V> values) {
    return new WindowStoreBuilder<>(supplier, Serdes.String(), values, Time.SYSTEM) {
      @Override
      public WindowStore<String, V> build() {
        return new WriteBehindStore<>(super.build(), supplier.retentionPeriod());
      }
    };
  }

  /** Discards the cache: a revived task uses the same store with its committed state. */
  @Override
  public void init(StateStoreContext context, StateStore root) {
    forget();
    super.init(context, root);
  }

  @Override
  public void put(String key, V value, long window) {
    advance(window);
    heldBack.put(key, value, window);
  }

  @Override
  public V fetch(String key, long window) {
    advance(window);
    return heldBack.get(key, window);
  }

  /** Writes the cached changes. */
  @Override
  public void flushCache() {
    heldBack.write();
    super.flushCache();
  }

  @Override
  public void clearCache() {
    forget();
    super.clearCache();
  }

  @Override
  public void close() {
    forget();
    super.close();
  }

  @Override
  public WindowStoreIterator<V> fetch(String key, long from, long to) {
    return written().fetch(key, from, to);
  }

  @Override
  public KeyValueIterator<Windowed<String>, V> fetch(
      String firstKey, String lastKey, long from, long to) {
    return written().fetch(firstKey, lastKey, from, to);
  }

  @Override
  public KeyValueIterator<Windowed<String>, V> fetchAll(long from, long to) {
    return written().fetchAll(from, to);
  }

  @Override
  public KeyValueIterator<Windowed<String>, V> all() {
    return written().all();
  }

  private WindowStore<String, V> written() {
    flushCache();
    return wrapped();
  }

  /** Evicts values of windows that are beyond the store's retention. */
  private void advance(long window) {
    if (window <= newestWindow) {
      return;
    }
    newestWindow = window;
    heldBack.leaveBefore(window - retention);
  }

  private void forget() {
    newestWindow = -1;
    heldBack.forget();
  }
}
