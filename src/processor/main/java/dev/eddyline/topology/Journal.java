package dev.eddyline.topology;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.Source;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The position of a partition in agent-events, and the journal entries of other inputs and config
 * changes.
 */
final class Journal {

  /** Version of the layout of all stores: grows with that of a task's record, and with others. */
  private static final int LAYOUT = 2 + TaskState.VERSION;

  /** Key of the partition's one record in its store. */
  private static final String PARTITION_STATE_KEY = "self";

  private final KeyValueStore<String, PartitionState> store;
  private final int partition;
  private final PartitionState position;
  private boolean isFirstStartJournaled;

  /**
   * The journal of a partition.
   *
   * @param now the time of its first start, if the store is empty
   * @param isWarmUp whether it first reprocesses the predecessor's input; its first start is after
   *     that
   * @throws InvalidSettingException when the stores have another layout, or when it has not
   *     finished warming up and is started without a predecessor
   */
  Journal(
      KeyValueStore<String, PartitionState> store, int partition, Instant now, boolean isWarmUp) {
    this.store = store;
    this.partition = partition;
    PartitionState stored = store.get(PARTITION_STATE_KEY);
    position =
        stored == null
            ? new PartitionState(-1L, isWarmUp ? null : now.toEpochMilli(), isWarmUp, LAYOUT)
            : stored;
    if (position.getLayout() != LAYOUT) {
      throw new InvalidSettingException(
          ("application.id: the stored state of partition %d has layout %d, this version reads %d:"
                  + " start with a new application.id, --predecessor and --warm-from, or reset")
              .formatted(partition, position.getLayout(), LAYOUT));
    }
    if (position.getWarming() && !isWarmUp) {
      throw new InvalidSettingException(
          ("partition %d has not reached the cut-over: keep --warm-from and --predecessor (settings"
                  + " warm.from, predecessor), else the rest of the warm-up would be published")
              .formatted(partition));
    }
    isFirstStartJournaled = stored != null && !position.getWarming();
  }

  /** Whether the partition has journaled its first start. */
  boolean isFirstStartJournaled() {
    return isFirstStartJournaled;
  }

  /** Whether it still reprocesses the predecessor's input. */
  boolean isWarmingUp() {
    return position.getWarming();
  }

  /** Stores that the partition is still warming up. */
  void persistWarmUpState() {
    store.put(PARTITION_STATE_KEY, position);
  }

  /** Ends the warm-up: this time is the partition's first start. */
  void finishWarmUp(Instant now) {
    position.setWarming(false);
    position.setStartedAt(now.toEpochMilli());
  }

  /** Clock time of the partition's first start, epoch milliseconds, if known. */
  OptionalLong firstStartMillis() {
    Long startedAt = position.getStartedAt();
    return startedAt == null ? OptionalLong.empty() : OptionalLong.of(startedAt);
  }

  /** The entry of the partition's first start, once, before any other entry. */
  Optional<JournalEntry> createFirstStartEntryOnce(String eventsTopic) {
    if (isFirstStartJournaled) {
      return Optional.empty();
    }
    isFirstStartJournaled = true;
    store.put(PARTITION_STATE_KEY, position);
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

  /** The newest processed record of agent-events; offset -1 for none. */
  Source newestProcessedEvent(String eventsTopic) {
    return new Source(eventsTopic, partition, position.getAgentEventsOffset(), 0);
  }

  /** Records that the event at this offset was processed. */
  void recordProcessedEventOffset(long offset) {
    position.setAgentEventsOffset(offset);
    store.put(PARTITION_STATE_KEY, position);
  }

  /**
   * The entry of an input that takes effect now.
   *
   * @param verified whether the signature of a decision is valid; null for another input
   */
  JournalEntry createInputEntry(RecordMetadata from, Instant now, @Nullable Boolean verified) {
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

  /** The entry of a config change that takes effect now. */
  JournalEntry createActivationEntry(ConfigActivation activation, String topic, Instant now) {
    return new JournalEntry(
        partition,
        topic,
        activation.offset(),
        position.getAgentEventsOffset(),
        now,
        activation.kind(),
        activation.workflow(),
        activation.name(),
        activation.version(),
        null);
  }
}
