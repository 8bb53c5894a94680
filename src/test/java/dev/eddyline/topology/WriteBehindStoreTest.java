package dev.eddyline.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteBehindStoreTest {

  private static final long WINDOW = EddylineTopology.WINDOW.toMillis();

  private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
  private boolean isRefusing;
  private int decoded;
  private final WriteBehindStore<String> store =
      (WriteBehindStore<String>)
          WriteBehindStore.builder(
                  Stores.inMemoryWindowStore(
                      "tasks", EddylineTopology.RETENTION, EddylineTopology.WINDOW, false),
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

  private String flushedValue(String task) {
    return ((WindowStore<String, String>) store.wrapped()).fetch(task, WINDOW);
  }

  @Test
  void aValueIsFlushedAtACommit() {
    // Given
    store.put("task", "one", WINDOW);
    store.put("task", "two", WINDOW);
    String before = flushedValue("task");

    // When
    store.flushCache();

    // Then
    assertThat(before).isNull();
    assertThat(flushedValue("task")).isEqualTo("two");
  }

  @Test
  void aPutValueIsReadBeforeAndAfterTheFlush() {
    // Given
    store.put("written", "one", WINDOW);
    store.flushCache();

    // When
    store.put("unwritten", "one", WINDOW);

    // Then
    assertThat(store.fetch("written", WINDOW)).isEqualTo("one");
    assertThat(store.fetch("unwritten", WINDOW)).isEqualTo("one");
    assertThat(store.fetch("unwritten", 0)).as("of the previous window").isNull();
    assertThat(store.fetch("other", WINDOW)).isNull();
  }

  @Test
  void aDeletedValueIsDeletedInTheStore() {
    // Given
    store.put("task", "one", WINDOW);
    store.flushCache();

    // When
    store.put("task", null, WINDOW);
    store.flushCache();

    // Then
    assertThat(store.fetch("task", WINDOW)).isNull();
    assertThat(flushedValue("task")).isNull();
  }

  @Test
  void theLeastRecentlyUsedValueIsWrittenAndReadAgain() {
    // Given
    store.put("busy", "one", WINDOW);
    store.put("idle", "one", WINDOW);
    IntStream.range(0, HeldBack.MAX - 2).forEach(task -> store.put("task-" + task, "one", WINDOW));
    store.fetch("busy", WINDOW);

    // When
    store.put("new", "one", WINDOW);

    // Then
    assertThat(flushedValue("idle")).isEqualTo("one");
    assertThat(flushedValue("busy")).isNull();
    assertThat(store.fetch("idle", WINDOW)).isEqualTo("one");
  }

  @Test
  void aRevivedTaskReadsCommittedValues() {
    // Given
    store.put("task", "committed", WINDOW);
    store.flushCache();
    store.put("task", "lost", WINDOW);

    // When
    store.clearCache();

    // Then
    assertThat(store.fetch("task", WINDOW)).isEqualTo("committed");
  }

  @Test
  void aReopenedStoreDiscardsUnflushedValues() {
    // Given
    store.put("task", "lost", WINDOW);

    // When
    store.close();
    open();

    // Then
    assertThat(store.fetch("task", WINDOW)).isNull();
    store.flushCache();
    assertThat(flushedValue("task")).isNull();
  }

  @Test
  void aFailedWriteIsRetriedLater() {
    // Given
    IntStream.range(0, HeldBack.MAX).forEach(task -> store.put("task-" + task, "one", WINDOW));
    isRefusing = true;

    // When
    assertThatThrownBy(() -> store.put("new", "one", WINDOW)).hasMessageContaining("refused");
    assertThatThrownBy(store::flushCache).hasMessageContaining("refused");
    isRefusing = false;
    store.flushCache();

    // Then
    assertThat(flushedValue("task-0")).isEqualTo("one");
    assertThat(flushedValue("task-1")).isEqualTo("one");
    assertThat(flushedValue("new")).isEqualTo("one");
  }

  @Test
  void valuesOfExpiredWindowsAreFlushedAndEvicted() {
    // Given
    store.put("unread", "one", 0);
    store.put("before", "one", WINDOW);

    // When
    String unknown = store.fetch("task", 3 * WINDOW);

    // Then
    assertThat(unknown).isNull();
    assertThat(store.fetch("before", WINDOW)).isEqualTo("one");
    assertThat(decoded).isZero();
    assertThat(store.fetch("unread", 0)).isEqualTo("one");
    assertThat(decoded).isEqualTo(1);
  }

  @Test
  void iterationFlushesFirst() {
    // When
    store.put("task", "one", WINDOW);

    // Then
    try (var all = store.all()) {
      assertThat(all.next().value).isEqualTo("one");
    }
  }
}
