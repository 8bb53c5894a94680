package dev.eddyline.topology;

import dev.eddyline.published.ConfigSnapshot;
import dev.eddyline.published.PublishedConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The config records of a compacted topic that a partition uses, with their offsets. They are also
 * stored, because a bad record may have caused compaction of the last good one. Newer records take
 * effect between two input records, workflow by workflow; older ones never do.
 *
 * @param <P> a published record
 * @param <S> a snapshot of all records
 * @param <V> the stored state of a workflow
 */
abstract class PartitionReference<
    P extends PublishedConfig, S extends ConfigSnapshot<P, S>, V extends SpecificRecord> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionReference.class);

  private final Supplier<S> source;
  private final KeyValueStore<String, V> store;
  private final ToLongFunction<V> offset;
  private final Map<String, V> kept = new HashMap<>();
  private S used;
  private S seen;

  /**
   * Loads the stored config.
   *
   * @param source supplies the newest snapshot
   * @param offset the offset of a stored state in its topic; -1 for the configuration
   * @param published turns a stored state into a published record
   */
  PartitionReference(
      Supplier<S> source,
      KeyValueStore<String, V> store,
      ToLongFunction<V> offset,
      BiFunction<String, V, P> published) {
    this.source = source;
    this.store = store;
    this.offset = offset;
    List<P> before = new ArrayList<>();
    try (KeyValueIterator<String, V> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, V> entry = all.next();
        kept.put(entry.key, entry.value);
        if (offset.applyAsLong(entry.value) >= 0) {
          before.add(published.apply(entry.key, entry.value));
        }
      }
    }
    used = source.get().withoutPublished().withChanges(before);
  }

  /** The state to be stored for a workflow. */
  abstract V state(String workflow, S now);

  /** The activation that the journal records. */
  abstract Switch told(String workflow, S now, V state);

  /**
   * Whether this is the first start, so that the configuration is not a change.
   *
   * @param isBlank whether the store is empty
   */
  boolean isFirstStart(boolean isBlank) {
    return isBlank;
  }

  /** Workflows that are compared although no config names them. */
  List<String> unnamed() {
    return List.of();
  }

  /** The stored states, by workflow. */
  final Map<String, V> kept() {
    return Collections.unmodifiableMap(kept);
  }

  /** Stores the state of a workflow. */
  final void keep(String workflow, V state) {
    kept.put(workflow, state);
    store.put(workflow, state);
  }

  /** The snapshot in use. */
  final S used() {
    return used;
  }

  /** Applies newer config and returns what changed; to be called before each record. */
  final List<Switch> follow() {
    S newest = source.get();
    if (newest == seen) {
      return List.of();
    }
    newest.published().values().forEach(this::warnOfOlder);
    used = used.withChanges(newest.published().values());
    seen = newest;
    return switched();
  }

  private List<Switch> switched() {
    TreeSet<String> workflows = new TreeSet<>(used.published().keySet());
    workflows.addAll(used.configuredNames());
    workflows.addAll(kept.keySet());
    workflows.addAll(unnamed());
    boolean isFirstStart = isFirstStart(kept.isEmpty());
    List<Switch> switches = new ArrayList<>();
    for (String workflow : workflows) {
      V before = kept.get(workflow);
      V now = state(workflow, used);
      if (!now.equals(before)) {
        keep(workflow, now);
        // at the first start the configuration is not a change
        if (!isFirstStart || offset.applyAsLong(now) >= 0) {
          switches.add(told(workflow, used, now));
        }
      }
    }
    return switches;
  }

  private void warnOfOlder(P change) {
    boolean known = seen != null && seen.newestOffset(change.workflow()) == change.offset();
    if (!known && change.offset() < used.newestOffset(change.workflow())) {
      LOG.atWarn()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("offset", change.offset())
          .addKeyValue("offset_in_use", used.newestOffset(change.workflow()))
          .log("config ignored: older than the one in use; was its topic created again?");
    }
  }
}
