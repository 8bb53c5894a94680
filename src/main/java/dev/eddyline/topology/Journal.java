package dev.eddyline.topology;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Where a partition stands in agent-events, and after which of them the rest took effect. */
final class Journal {

  /** Key of the partition's one record in its store. */
  private static final String SELF = "self";

  private final KeyValueStore<String, PartitionState> store;
  private final int partition;
  private final PartitionState position;
  private boolean begun;

  /**
   * The journal of a partition whose store holds where it stands.
   *
   * @param now the time of its first start where the store holds nothing yet
   * @param warms whether it begins with what another application had taken, and has no first start
   *     before that is over
   * @throws InvalidSettingException when it had begun so, and is to go on without that
   */
  Journal(KeyValueStore<String, PartitionState> store, int partition, Instant now, boolean warms) {
    this.store = store;
    this.partition = partition;
    PartitionState kept = store.get(SELF);
    position =
        kept == null ? new PartitionState(-1L, warms ? null : now.toEpochMilli(), warms) : kept;
    if (position.getWarming() && !warms) {
      throw new InvalidSettingException(
          ("partition %d has not reached the cut-over: keep --warm-from and --predecessor (settings"
                  + " warm.from, predecessor), else the rest of what warms it up would be published")
              .formatted(partition));
    }
    begun = kept != null && !position.getWarming();
  }

  /** Whether the partition has written down its first start. */
  boolean hasBegun() {
    return begun;
  }

  /** Whether it still takes what another application had taken. */
  boolean isWarming() {
    return position.getWarming();
  }

  /** Writes down that it is still warming up, so that no later start takes it for begun. */
  void keepWarming() {
    store.put(SELF, position);
  }

  /** Makes the present its first start, after what another application had taken. */
  void endWarming(Instant now) {
    position.setWarming(false);
    position.setStartedAt(now.toEpochMilli());
  }

  /** Clock time of the partition's first start, epoch milliseconds, where it was written down. */
  OptionalLong firstStart() {
    Long startedAt = position.getStartedAt();
    return startedAt == null ? OptionalLong.empty() : OptionalLong.of(startedAt);
  }

  /** The entry of the partition's first start, before anything else that it writes down. */
  Optional<JournalEntry> begin(String eventsTopic) {
    if (begun) {
      return Optional.empty();
    }
    begun = true;
    store.put(SELF, position);
    return Optional.of(
        new JournalEntry(
            partition,
            eventsTopic,
            -1L,
            position.getAgentEventsOffset(),
            Instant.ofEpochMilli(position.getStartedAt()),
            JournalKind.START,
            null,
            null,
            null,
            null));
  }

  /**
   * Where the partition stands: the newest record of agent-events that it took, offset -1 for none.
   */
  Source newest(String eventsTopic) {
    return new Source(eventsTopic, partition, position.getAgentEventsOffset(), 0);
  }

  /** Moves on: the record of agent-events at this offset was taken. */
  void taken(long offset) {
    position.setAgentEventsOffset(offset);
    store.put(SELF, position);
  }

  /**
   * The entry of an input that took effect now.
   *
   * @param verified whether the signature of a decision held; null for another input
   */
  JournalEntry input(RecordMetadata from, Instant now, @Nullable Boolean verified) {
    return new JournalEntry(
        partition,
        from.topic(),
        from.offset(),
        position.getAgentEventsOffset(),
        now,
        JournalKind.INPUT,
        null,
        null,
        null,
        verified);
  }

  /** The entry of what holds for a workflow from now on. */
  JournalEntry switched(Switch change, String topic, Instant now) {
    return new JournalEntry(
        partition,
        topic,
        change.offset(),
        position.getAgentEventsOffset(),
        now,
        change.kind(),
        change.workflow(),
        change.name(),
        change.version(),
        null);
  }
}
