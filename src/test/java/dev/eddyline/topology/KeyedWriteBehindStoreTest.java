package dev.eddyline.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyedWriteBehindStoreTest {

  private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
  private boolean isRefusing;
  private int decoded;
  private final KeyedWriteBehindStore<String> store =
      (KeyedWriteBehindStore<String>)
          KeyedWriteBehindStore.builder(
                  Stores.inMemoryKeyValueStore("gates"),
                  Serdes.serdeFrom(this::encode, this::decode))
              .withLoggingDisabled()
              .build();

  @BeforeEach
  void open() {
    store.init(context.getStateStoreContext(), store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private byte[] encode(String topic, String value) {
    if (isRefusing) {
      throw new IllegalStateException("refused");
    }
    return value == null ? null : value.getBytes(UTF_8);
  }

  private String decode(String topic, byte[] bytes) {
    decoded++;
    return new String(bytes, UTF_8);
  }

  private KeyValueStore<String, String> underlyingStore() {
    return store.wrapped();
  }

  @Test
  void aValueIsFlushedAtACommit() {
    // Given
    store.put("root", "one");
    store.put("root", "two");
    String before = underlyingStore().get("root");

    // When
    store.flushCache();

    // Then
    assertThat(before).isNull();
    assertThat(underlyingStore().get("root")).isEqualTo("two");
  }

  @Test
  void aStoredValueIsDecodedOnce() {
    // Given
    underlyingStore().put("root", "one");

    // When
    String first = store.get("root");
    String second = store.get("root");

    // Then
    assertThat(first).isEqualTo("one");
    assertThat(second).isSameAs(first);
    assertThat(decoded).isEqualTo(1);
    assertThat(store.get("other")).isNull();
  }

  @Test
  void aDeletedValueIsDeletedInTheStore() {
    // Given
    store.put("root", "one");
    store.flushCache();

    // When
    String deleted = store.delete("root");
    store.flushCache();

    // Then
    assertThat(deleted).isEqualTo("one");
    assertThat(store.get("root")).isNull();
    assertThat(underlyingStore().get("root")).isNull();
  }

  @Test
  void putIfAbsentStoresOnlyMissingValues() {
    // Given
    store.putAll(List.of(KeyValue.pair("a", "one"), KeyValue.pair("b", "one")));

    // When
    String before = store.putIfAbsent("a", "two");
    String missing = store.putIfAbsent("c", "two");

    // Then
    assertThat(before).isEqualTo("one");
    assertThat(missing).isNull();
    assertThat(store.get("a")).isEqualTo("one");
    assertThat(store.get("c")).isEqualTo("two");
  }

  @Test
  void cacheIsBoundedAndEvictedValuesAreStored() {
    // When
    IntStream.rangeClosed(0, HeldBack.MAX).forEach(root -> store.put("r-" + root, "one"));

    // Then
    assertThat(underlyingStore().get("r-0")).isEqualTo("one");
    assertThat(underlyingStore().get("r-" + HeldBack.MAX)).isNull();
    assertThat(store.get("r-0")).isEqualTo("one");
    assertThat(store.get("r-" + HeldBack.MAX)).isEqualTo("one");
  }

  @Test
  void aRevivedTaskReadsCommittedValues() {
    // Given
    store.put("root", "committed");
    store.flushCache();
    store.put("root", "lost");

    // When
    store.clearCache();

    // Then
    assertThat(store.get("root")).isEqualTo("committed");
  }

  @Test
  void aReopenedStoreDiscardsUnflushedValues() {
    // Given
    store.put("root", "lost");

    // When
    store.close();
    open();

    // Then
    assertThat(store.get("root")).isNull();
    store.flushCache();
    assertThat(underlyingStore().get("root")).isNull();
  }

  @Test
  void aFailedWriteIsRetriedLater() {
    // Given
    store.put("root", "one");
    isRefusing = true;

    // When
    assertThatThrownBy(store::flushCache).hasMessageContaining("refused");
    isRefusing = false;
    store.flushCache();

    // Then
    assertThat(underlyingStore().get("root")).isEqualTo("one");
  }

  @Test
  void iterationFlushesFirst() {
    // When
    store.put("a", "one");
    store.put("b", "two");

    // Then
    assertThat(store.approximateNumEntries()).isEqualTo(2);
    try (var all = store.all();
        var range = store.range("b", null)) {
      assertThat(all.next().value).isEqualTo("one");
      assertThat(range.next().value).isEqualTo("two");
    }
  }
}
