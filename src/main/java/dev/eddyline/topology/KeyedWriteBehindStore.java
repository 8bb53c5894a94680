package dev.eddyline.topology;

import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.KeyValueStoreBuilder;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A {@link WriteBehindStore} without windows: values are cached decoded and written at most once a
 * commit. Only the code that put a value may change it in place.
 *
 * @param <V> the values
 */
final class KeyedWriteBehindStore<V> extends WrappedStateStore<KeyValueStore<String, V>, String, V>
    implements KeyValueStore<String, V> {

  /** The one window of all values. */
  private static final long WINDOW = 0;

  private final HeldBack<V> heldBack;

  private KeyedWriteBehindStore(KeyValueStore<String, V> store) {
    super(store);
    heldBack =
        new HeldBack<>(
            (key, window) -> store.get(key), (key, value, window) -> store.put(key, value));
  }

  /** Builds a store on top of the supplied one. */
  static <V> KeyValueStoreBuilder<String, V> builder(
      KeyValueBytesStoreSupplier supplier, Serde<V> values) {
    return new KeyValueStoreBuilder<>(supplier, Serdes.String(), values, Time.SYSTEM) {
      @Override
      public KeyValueStore<String, V> build() {
        return new KeyedWriteBehindStore<>(super.build());
      }
    };
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    forget();
    super.init(context, root);
  }

  @Override
  public void put(String key, V value) {
    heldBack.put(key, value, WINDOW);
  }

  @Override
  public V get(String key) {
    return heldBack.get(key, WINDOW);
  }

  @Override
  public V putIfAbsent(String key, V value) {
    V before = get(key);
    if (before == null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(List<KeyValue<String, V>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public V delete(String key) {
    V before = get(key);
    put(key, null);
    return before;
  }

  @Override
  public KeyValueIterator<String, V> range(String from, String to) {
    return written().range(from, to);
  }

  @Override
  public KeyValueIterator<String, V> all() {
    return written().all();
  }

  @Override
  public long approximateNumEntries() {
    return written().approximateNumEntries();
  }

  @Override
  public void flushCache() {
    written();
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

  /** The underlying store after a flush; a value whose write fails stays marked as changed. */
  private KeyValueStore<String, V> written() {
    heldBack.write();
    return wrapped();
  }

  private void forget() {
    heldBack.forget();
  }
}
