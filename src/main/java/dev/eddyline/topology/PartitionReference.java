package dev.eddyline.topology;

import dev.eddyline.published.Published;
import dev.eddyline.published.Snapshot;
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
 * What a partition uses of a topic that is read whole. It is in its store, text and offset, because
 * the topic is compacted: a bad record may have pushed the last good one out. What the source has
 * newer is taken at a record boundary, workflow by workflow; nothing ever goes back.
 *
 * @param <P> what is published
 * @param <S> a snapshot of all of it
 * @param <V> what the store holds of a workflow
 */
abstract class PartitionReference<
    P extends Published, S extends Snapshot<P, S>, V extends SpecificRecord> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionReference.class);

  private final Supplier<S> source;
  private final KeyValueStore<String, V> store;
  private final ToLongFunction<V> offset;
  private final Map<String, V> kept = new HashMap<>();
  private S used;
  private S seen;

  /**
   * What the store holds.
   *
   * @param source where the newest is to be had
   * @param offset where what is stored stood in its topic; -1 for what is of the configuration
   * @param published what is stored of a workflow, as it was published
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
    used = source.get().unpublished().with(before);
  }

  /** What the store is to hold of a workflow. */
  abstract V state(String workflow, S now);

  /** What the journal tells of a switch. */
  abstract Switch told(String workflow, S now, V state);

  /**
   * Whether what the configuration says is no switch, since nothing was taken before.
   *
   * @param isBlank whether nothing of any workflow is stored
   */
  boolean isFirstStart(boolean isBlank) {
    return isBlank;
  }

  /** Workflows that are asked about although nothing names them. */
  List<String> unnamed() {
    return List.of();
  }

  /** What the store holds, by workflow. */
  final Map<String, V> kept() {
    return Collections.unmodifiableMap(kept);
  }

  /** Lets the store hold this of a workflow. */
  final void keep(String workflow, V state) {
    kept.put(workflow, state);
    store.put(workflow, state);
  }

  /** What holds until the next switch. */
  final S used() {
    return used;
  }

  /** Takes what is newer, and tells what changed by it: to be called before each record. */
  final List<Switch> follow() {
    S newest = source.get();
    if (newest == seen) {
      return List.of();
    }
    newest.published().values().forEach(this::warnOfOlder);
    used = used.with(newest.published().values());
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
        // what the configuration says at the first start is no switch
        if (!isFirstStart || offset.applyAsLong(now) >= 0) {
          switches.add(told(workflow, used, now));
        }
      }
    }
    return switches;
  }

  private void warnOfOlder(P change) {
    boolean known = seen != null && seen.offset(change.workflow()) == change.offset();
    if (!known && change.offset() < used.offset(change.workflow())) {
      LOG.atWarn()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("offset", change.offset())
          .addKeyValue("offset_in_use", used.offset(change.workflow()))
          .log(
              "what is published is older than what is in use and is not taken; was its topic made anew?");
    }
  }
}
