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
abstract class PartitionConfig<
    P extends PublishedConfig, S extends ConfigSnapshot<P, S>, V extends SpecificRecord> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionConfig.class);

  private final Supplier<S> source;
  private final KeyValueStore<String, V> store;
  private final ToLongFunction<V> offset;
  private final Map<String, V> storedStateByWorkflow = new HashMap<>();
  private S snapshotInUse;
  private S lastAppliedSourceSnapshot;

  /**
   * Loads the stored config.
   *
   * @param source supplies the newest snapshot
   * @param offset the offset of a stored state in its topic; -1 for the configuration
   * @param published turns a stored state into a published record
   */
  PartitionConfig(
      Supplier<S> source,
      KeyValueStore<String, V> store,
      ToLongFunction<V> offset,
      BiFunction<String, V, P> published) {
    this.source = source;
    this.store = store;
    this.offset = offset;
    List<P> stored = new ArrayList<>();
    try (KeyValueIterator<String, V> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<String, V> entry = all.next();
        storedStateByWorkflow.put(entry.key, entry.value);
        if (offset.applyAsLong(entry.value) >= 0) {
          stored.add(published.apply(entry.key, entry.value));
        }
      }
    }
    snapshotInUse = source.get().withoutPublishedValues().withChanges(stored);
  }

  /** The state to be stored for a workflow. */
  abstract V createStoredState(String workflow, S now);

  /** The activation that the journal records. */
  abstract ConfigActivation createActivation(String workflow, S now, V state);

  /**
   * Whether this is the first start, so that the configuration is not a change.
   *
   * @param isStoreEmpty whether the store is empty
   */
  boolean isFirstStart(boolean isStoreEmpty) {
    return isStoreEmpty;
  }

  /** Workflows that are compared although no config names them. */
  List<String> unconfiguredWorkflowsToCompare() {
    return List.of();
  }

  /** The stored states, by workflow. */
  final Map<String, V> storedStateByWorkflow() {
    return Collections.unmodifiableMap(storedStateByWorkflow);
  }

  /** Stores the state of a workflow. */
  final void storeState(String workflow, V state) {
    storedStateByWorkflow.put(workflow, state);
    store.put(workflow, state);
  }

  /** The snapshot in use. */
  final S snapshotInUse() {
    return snapshotInUse;
  }

  /** Applies newer config and returns what changed; to be called before each record. */
  final List<ConfigActivation> applyChanges() {
    S newest = source.get();
    if (newest == lastAppliedSourceSnapshot) {
      return List.of();
    }
    newest.published().values().forEach(this::warnIfOlderThanInUse);
    snapshotInUse = snapshotInUse.withChanges(newest.published().values());
    lastAppliedSourceSnapshot = newest;
    return activateChangedWorkflows();
  }

  private List<ConfigActivation> activateChangedWorkflows() {
    TreeSet<String> workflows = new TreeSet<>(snapshotInUse.published().keySet());
    workflows.addAll(snapshotInUse.configuredNames());
    workflows.addAll(storedStateByWorkflow.keySet());
    workflows.addAll(unconfiguredWorkflowsToCompare());
    boolean isFirstStart = isFirstStart(storedStateByWorkflow.isEmpty());
    List<ConfigActivation> activations = new ArrayList<>();
    for (String workflow : workflows) {
      V stored = storedStateByWorkflow.get(workflow);
      V now = createStoredState(workflow, snapshotInUse);
      if (!now.equals(stored)) {
        storeState(workflow, now);
        // at the first start the configuration is not a change
        if (!isFirstStart || offset.applyAsLong(now) >= 0) {
          activations.add(createActivation(workflow, snapshotInUse, now));
        }
      }
    }
    return activations;
  }

  private void warnIfOlderThanInUse(P change) {
    boolean known =
        lastAppliedSourceSnapshot != null
            && lastAppliedSourceSnapshot.newestPublishedOffset(change.workflow())
                == change.offset();
    if (!known && change.offset() < snapshotInUse.newestPublishedOffset(change.workflow())) {
      LOG.atWarn()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("offset", change.offset())
          .addKeyValue("offset_in_use", snapshotInUse.newestPublishedOffset(change.workflow()))
          .log("config ignored: older than the one in use; was its topic created again?");
    }
  }
}
