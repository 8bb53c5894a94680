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
 * What {@link WriteBehindStore} is, without windows: values stay decoded, and are written once a
 * commit however often they change until then. Nobody but who puts a value may change it in place.
 *
 * @param <V> the values
 */
final class KeyedWriteBehindStore<V> extends WrappedStateStore<KeyValueStore<String, V>, String, V>
    implements KeyValueStore<String, V> {

  /** There is but one window. */
  private static final long WINDOW = 0;

  private final HeldBack<V> heldBack;

  private KeyedWriteBehindStore(KeyValueStore<String, V> store) {
    super(store);
    heldBack =
        new HeldBack<>(
            (key, window) -> store.get(key), (key, value, window) -> store.put(key, value));
  }

  /** Builds such a store over one that is supplied. */
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

  /** The store beneath, with all that was held back; what it refuses stays unwritten. */
  private KeyValueStore<String, V> written() {
    heldBack.write();
    return wrapped();
  }

  private void forget() {
    heldBack.forget();
  }
}
