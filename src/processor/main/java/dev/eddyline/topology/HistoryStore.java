package dev.eddyline.topology;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.registry.AvroSerde;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/**
 * All histories of a partition in one windowed store, keyed by owner (task, root or session) and
 * kind. Each read decodes a value, so callers may change what they get.
 */
final class HistoryStore {

  /** Between the owner's id and the kind, which does not contain it. */
  static final char KIND_SEPARATOR = '|';

  private final WindowStore<String, byte[]> store;
  private final String changelog;
  private final Map<String, AvroSerde<? extends SpecificRecord>> serdeByKind = new HashMap<>();

  /**
   * The histories of the context's partition.
   *
   * @param parts supplies their serdes
   */
  HistoryStore(ProcessorContext<?, ?> context, TopologyParts parts) {
    store = context.getStateStore(EddylineTopology.HISTORY_STORE);
    changelog = context.applicationId() + "-" + EddylineTopology.HISTORY_STORE + "-changelog";
    EddylineTopology.HISTORIES.forEach(
        place -> serdeByKind.put(place.kind(), parts.serde(place.type())));
  }

  /** The key of an owner's history of this kind. */
  static String key(String owner, InStore<?> place) {
    return owner + KIND_SEPARATOR + place.kind();
  }

  /** The history in the window that begins then, epoch milliseconds; null if it has none. */
  <H extends SpecificRecord> @Nullable H fetch(String owner, InStore<H> place, long window) {
    return decode(place, store.fetch(key(owner, place), window));
  }

  /** Puts a history into the window that begins then; null deletes it. */
  <H extends SpecificRecord> void put(
      String owner, InStore<H> place, @Nullable H history, long window) {
    store.put(key(owner, place), encode(place, history), window);
  }

  /** Copies a task's histories from one window to another that does not have them. */
  void copyToWindow(String owner, long from, long to) {
    for (InStore<?> place : EddylineTopology.TASK_HISTORIES) {
      String key = key(owner, place);
      byte[] history = store.fetch(key, from);
      if (history != null && store.fetch(key, to) == null) {
        store.put(key, history, to);
      }
    }
  }

  /** Deletes all histories of an owner in this window. */
  void delete(String owner, long window) {
    for (InStore<?> place : EddylineTopology.HISTORIES) {
      String key = key(owner, place);
      if (store.fetch(key, window) != null) {
        store.put(key, null, window);
      }
    }
  }

  /**
   * Updates the histories of one kind in all windows.
   *
   * @param change returns the new history, or null to leave it unchanged
   */
  <H extends SpecificRecord> void updateAll(InStore<H> place, UnaryOperator<H> change) {
    String suffix = KIND_SEPARATOR + place.kind();
    Map<Windowed<String>, H> changed = new LinkedHashMap<>();
    try (KeyValueIterator<Windowed<String>, byte[]> all = store.all()) {
      all.forEachRemaining(
          stored -> {
            H after =
                stored.key.key().endsWith(suffix)
                    ? change.apply(decode(place, stored.value))
                    : null;
            if (after != null) {
              changed.put(stored.key, after);
            }
          });
    }
    changed.forEach(
        (key, history) -> store.put(key.key(), encode(place, history), key.window().start()));
  }

  /** Creates a segment of the window, by deleting an absent key. */
  void openSegment(long window) {
    store.put("", null, window);
  }

  private <H extends SpecificRecord> byte @Nullable [] encode(
      InStore<H> place, @Nullable H history) {
    return serde(place).serializer().serialize(subjectTopic(place), history);
  }

  private <H extends SpecificRecord> @Nullable H decode(
      InStore<H> place, byte @Nullable [] history) {
    return serde(place).deserializer().deserialize(subjectTopic(place), history);
  }

  @SuppressWarnings("unchecked") // the constructor put the serde of the place's own type
  private <H extends SpecificRecord> AvroSerde<H> serde(InStore<H> place) {
    return (AvroSerde<H>) serdeByKind.get(place.kind());
  }

  /** Each kind has a subject of its own, as different schemas in one would not be compatible. */
  private String subjectTopic(InStore<?> place) {
    return changelog + "-" + place.kind();
  }
}
