package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.inputs.EventValue.AvroEvent;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.PolicyState;
import dev.eddyline.schema.RootHold;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicRole;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A task that Kafka Streams revives after a failure: the same processor restarts with committed
 * state only.
 */
class TaskRevivalTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);

  private final TopologyParts parts =
      TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry());
  private final TaskProcessor processor = new TaskProcessor(parts, EventObserver.NONE);

  @AfterEach
  void close() {
    parts.registry().close();
  }

  @Test
  void anUncommittedPositionIsDiscarded() {
    // Given
    var lost = stores(null);
    processor.init(lost);
    processEvent(lost, EVENTS, 7, step("T1", "e-1", seconds(1)));
    var revived = stores(new PartitionState(3L, null, false, 3));

    // When
    processor.init(revived);
    processEvent(revived, DECISIONS, 0, decision("T1", "d-1", seconds(2), Decision.APPROVE, null));

    // Then
    assertThat(journal(revived)).extracting(JournalEntry::getAfterOffset).containsExactly(3L);
  }

  @Test
  void withoutACommitThePositionIsTheBeginning() {
    // Given
    var lost = stores(null);
    processor.init(lost);
    processEvent(lost, EVENTS, 7, step("T1", "e-1", seconds(1)));
    var revived = stores(null);

    // When
    processor.init(revived);
    processEvent(revived, DECISIONS, 0, decision("T1", "d-1", seconds(2), Decision.APPROVE, null));

    // Then
    assertThat(journal(revived))
        .extracting(JournalEntry::getKind, JournalEntry::getAfterOffset)
        .containsExactly(tuple(JournalKind.START, -1L), tuple(JournalKind.INPUT, -1L));
  }

  @Test
  void uncommittedTaskStateIsDiscarded() {
    // Given
    var lost = stores(null);
    processor.init(lost);
    processEvent(lost, EVENTS, 0, TopologyEvents.failure("T1", "e-1", seconds(1)));
    var revived = stores(null);

    // When
    processor.init(revived);
    processEvent(revived, EVENTS, 0, TopologyEvents.failure("T1", "e-1", seconds(1)));
    processEvent(revived, EVENTS, 1, TopologyEvents.failure("T1", "e-2", seconds(2)));

    // Then
    assertThat(revived.forwarded())
        .extracting(forwarded -> forwarded.record().value().getClass().getSimpleName())
        .containsExactly("JournalEntry", "LoopVerdict");
  }

  @Test
  void anotherLayoutOfTheStoresIsRefused() {
    // Given
    var old = stores(new PartitionState(3L, 1L, false, 1));

    // When
    assertThatThrownBy(() -> processor.init(old))
        // Then
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("partition 0 has layout 1, this version reads 3")
        .hasMessageContaining("--predecessor");
  }

  private void processEvent(
      MockProcessorContext<String, SpecificRecord> context,
      String topic,
      long offset,
      AgentEvent event) {
    context.setRecordMetadata(topic, 0, offset);
    long time = event.getOccurredAt().toEpochMilli();
    processor.process(new Record<>(TaskEngine.home(event), new AvroEvent(event), time));
  }

  private static List<JournalEntry> journal(MockProcessorContext<String, SpecificRecord> context) {
    return context.forwarded().stream()
        .map(forwarded -> forwarded.record().value())
        .filter(JournalEntry.class::isInstance)
        .map(JournalEntry.class::cast)
        .toList();
  }

  /** Empty stores, except for the partition's record unless it is null. */
  private MockProcessorContext<String, SpecificRecord> stores(PartitionState committed) {
    var context = new MockProcessorContext<String, SpecificRecord>();
    context.setCurrentStreamTimeMs(START.toEpochMilli());
    context.setCurrentSystemTimeMs(START.toEpochMilli());
    add(context, window(EddylineTopology.TASK_STORE, Serdes.ByteArray()));
    add(context, window(EddylineTopology.HISTORY_STORE, Serdes.ByteArray()));
    add(context, keyed(EddylineTopology.GATE_STORE, RootHold.class));
    add(context, keyed(EddylineTopology.BLOCKED_ROOT_STORE, KnownRoot.class));
    add(context, keyed(EddylineTopology.POLICY_STORE, PolicyState.class));
    add(context, keyed(EddylineTopology.GRAPH_STORE, GraphState.class));
    var partition = keyed(EddylineTopology.PARTITION_STORE, PartitionState.class);
    add(context, partition);
    if (committed != null) {
      partition.put("self", committed);
    }
    return context;
  }

  private static void add(MockProcessorContext<?, ?> context, StateStore store) {
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
  }

  private static <T> StateStore window(String name, Serde<T> values) {
    var supplier =
        Stores.inMemoryWindowStore(
            name, EddylineTopology.RETENTION, EddylineTopology.WINDOW, false);
    return Stores.windowStoreBuilder(supplier, Serdes.String(), values)
        .withLoggingDisabled()
        .build();
  }

  private <T extends SpecificRecord> KeyValueStore<String, T> keyed(String name, Class<T> type) {
    return Stores.keyValueStoreBuilder(
            Stores.inMemoryKeyValueStore(name), Serdes.String(), parts.serde(type))
        .withLoggingDisabled()
        .build();
  }
}
