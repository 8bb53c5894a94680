package dev.eddyline.topology;

import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.PartitionState;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/** Where a partition stands in agent-events, and after which of them the rest took effect. */
final class Journal {

  /** Key of the partition's one record in its store. */
  private static final String SELF = "self";

  private final KeyValueStore<String, PartitionState> store;
  private final int partition;
  private final PartitionState position;

  /** The journal of a partition whose store holds where it stands. */
  Journal(KeyValueStore<String, PartitionState> store, int partition) {
    this.store = store;
    this.partition = partition;
    PartitionState kept = store.get(SELF);
    position = kept == null ? new PartitionState(-1L) : kept;
  }

  /** Moves on: the record of agent-events at this offset was taken. */
  void taken(long offset) {
    position.setAgentEventsOffset(offset);
    store.put(SELF, position);
  }

  /** The entry of an input that took effect now. */
  JournalEntry input(RecordMetadata from, Instant now) {
    return new JournalEntry(
        partition,
        from.topic(),
        from.offset(),
        position.getAgentEventsOffset(),
        now,
        JournalKind.INPUT,
        null,
        null,
        null);
  }

  /** The entry of a policy that takes effect now. */
  JournalEntry policy(PartitionPolicies.Switch change, String topic, Instant now) {
    return new JournalEntry(
        partition,
        topic,
        change.offset(),
        position.getAgentEventsOffset(),
        now,
        JournalKind.POLICY,
        change.workflow(),
        change.policy().name(),
        change.policy().version());
  }
}
