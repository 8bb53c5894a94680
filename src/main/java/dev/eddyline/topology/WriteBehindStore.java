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
 * A windowed store whose newest values stay decoded, and are written once a commit however often
 * they change until then. Values that it gave or took are its own: nobody may change them in place.
 *
 * <p>Kafka Streams flushes its caches before it ends a commit's transaction. What is held back here
 * is written then, so it stands in the same transaction as the offsets of the inputs that it came
 * of; where a task ends without a commit, it is forgotten as they are. Kafka's own cache would hold
 * bytes: a value would be encoded as often as it changes. It is read from outside by IQv2 alone,
 * which passes by what is held back and sees what was written; never by IQv1 ({@code
 * KafkaStreams.store}), whose thread would read, and write, what is held back here. What is written
 * at a flush carries the record context of the newest input. Nothing public of Kafka Streams is
 * called before that transaction ends, hence the two of its own classes that are extended here.
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

  /** Builds such a store over one that is supplied. */
  static <V> WindowStoreBuilder<String, V> builder(
      WindowBytesStoreSupplier supplier, Serde<V> values) {
    return new WindowStoreBuilder<>(supplier, Serdes.String(), values, Time.SYSTEM) {
      @Override
      public WindowStore<String, V> build() {
        return new WriteBehindStore<>(super.build(), supplier.retentionPeriod());
      }
    };
  }

  /** A task that is revived begins again with the same store, and what was committed. */
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

  /** Writes what was held back. */
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

  /** What is older than the store keeps it, seen from the newest window, does not stay decoded. */
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
