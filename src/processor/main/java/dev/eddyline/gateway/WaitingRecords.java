package dev.eddyline.gateway;

import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.TelemetryRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Records that wait for names of their ancestors. Each entry of the store is what one body brought
 * of one trace; the value is the receipt, the signal, and the records in Protobuf.
 */
final class WaitingRecords {

  /** Most encoded bytes of a partition; then the oldest entries wait no longer. */
  static final long MAX_BYTES = 32L << 20;

  private static final int TRACES = 0;
  private static final int LOGS = 1;
  private static final int HEADER_BYTES = Long.BYTES + 1;

  private final KeyValueStore<String, byte[]> store;

  /** Entries by key, oldest first. */
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  private final Map<String, List<String>> keysByTrace = new HashMap<>();
  private long next;
  private long bytes;

  /** Records of a trace that wait since a time, epoch milliseconds. */
  record Entry(String traceId, long receivedAt, List<TelemetryRecord> records, int bytes) {}

  /** The waiting records of a store. */
  WaitingRecords(KeyValueStore<String, byte[]> store) {
    this.store = store;
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, byte[]> stored = all.next();
        index(stored.key, decode(stored.key, stored.value));
        next = Math.max(next, Long.parseLong(stored.key.substring(0, 19)) + 1);
      }
    }
  }

  /** Number of entries. */
  int size() {
    return entries.size();
  }

  /** Adds records of a trace. */
  void add(String traceId, List<TelemetryRecord> records, long receivedAt) {
    for (OtlpSignal signal : OtlpSignal.values()) {
      List<TelemetryRecord> some =
          records.stream().filter(it -> it.isLog() == (signal == OtlpSignal.LOGS)).toList();
      if (!some.isEmpty()) {
        String key = "%019d/%s".formatted(next++, traceId);
        byte[] encoded = encode(signal, some, receivedAt);
        store.put(key, encoded);
        index(key, new Entry(traceId, receivedAt, some, encoded.length));
      }
    }
  }

  private void index(String key, Entry entry) {
    entries.put(key, entry);
    bytes += entry.bytes();
    keysByTrace.computeIfAbsent(entry.traceId(), none -> new ArrayList<>()).add(key);
  }

  /** Removes the records of a trace that no longer need to wait. */
  List<TelemetryRecord> removeIf(String traceId, Predicate<TelemetryRecord> isReady) {
    List<TelemetryRecord> ready = new ArrayList<>();
    for (String key : List.copyOf(keysByTrace.getOrDefault(traceId, List.of()))) {
      Entry entry = entries.get(key);
      List<TelemetryRecord> rest = entry.records().stream().filter(isReady.negate()).toList();
      if (rest.size() == entry.records().size()) {
        continue;
      }
      entry.records().stream().filter(isReady).forEach(ready::add);
      remove(key, entry);
      if (!rest.isEmpty()) {
        add(traceId, rest, entry.receivedAt());
      }
    }
    return ready;
  }

  /** Removes the entries that were received until a time, and those above the bound. */
  List<Entry> removeDue(long receivedUntil) {
    List<Entry> due = new ArrayList<>();
    for (Map.Entry<String, Entry> each : List.copyOf(entries.entrySet())) {
      if (each.getValue().receivedAt() <= receivedUntil || bytes > MAX_BYTES) {
        due.add(each.getValue());
        remove(each.getKey(), each.getValue());
      }
    }
    return due;
  }

  private void remove(String key, Entry entry) {
    entries.remove(key);
    bytes -= entry.bytes();
    store.delete(key);
    List<String> keys = keysByTrace.get(entry.traceId());
    keys.remove(key);
    if (keys.isEmpty()) {
      keysByTrace.remove(entry.traceId());
    }
  }

  private static byte[] encode(OtlpSignal signal, List<TelemetryRecord> records, long receivedAt) {
    byte[] body = OtlpWriter.write(signal, records);
    return ByteBuffer.allocate(HEADER_BYTES + body.length)
        .putLong(receivedAt)
        .put((byte) (signal == OtlpSignal.LOGS ? LOGS : TRACES))
        .put(body)
        .array();
  }

  private static Entry decode(String key, byte[] value) {
    ByteBuffer stored = ByteBuffer.wrap(value);
    long receivedAt = stored.getLong();
    OtlpSignal signal = stored.get() == LOGS ? OtlpSignal.LOGS : OtlpSignal.TRACES;
    byte[] body = new byte[stored.remaining()];
    stored.get(body);
    return new Entry(
        key.substring(20),
        receivedAt,
        OtlpBody.read(signal, OtlpEncoding.PROTOBUF, body).records(),
        value.length);
  }
}
