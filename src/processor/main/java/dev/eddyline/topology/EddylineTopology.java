package dev.eddyline.topology;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.PolicyState;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.EventObserver;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Builds the topology: four sources, one processor with its stores, nine sinks, one sub-topology.
 * Events, decisions, evaluations and signals of a task share its partition, so that a verdict needs
 * one commit.
 *
 * <p>Windows are tumbling and read by key: the current one, then the previous one. A window is at
 * least as long as the 25 h after which state expires, so the state of a live task is in one of the
 * two. Older windows expire segment by segment.
 */
public final class EddylineTopology {

  /** Length of a window: at least as long as the state of a root with subtasks is retained. */
  public static final Duration WINDOW = Duration.ofHours(25);

  /** Two windows and a margin. */
  public static final Duration RETENTION = Duration.ofHours(2 * 25 + 6);

  static final String EVENTS = "agent-events-source";
  static final String DECISIONS = "gate-decisions-source";
  static final String EVALUATIONS = "progress-evaluations-source";
  static final String SIGNALS_IN = "signals-source";
  static final String TASKS = "tasks";
  static final String VERDICTS = "loop-verdicts-sink";
  static final String GATES = "gate-triggers-sink";
  static final String RESETS = "loop-resets-sink";
  static final String RECEIPTS = "decision-receipts-sink";
  static final String GRAPH_FINDINGS = "graph-findings-sink";
  static final String EVALUATION_REQUESTS = "progress-evaluation-requests-sink";
  static final String MEMORIES = "loop-memory-sink";
  static final String JOURNAL = "journal-sink";
  static final String SIGNALS_OUT = "signals-sink";

  static final String TASK_STORE = "eddyline-tasks";
  static final String GATE_STORE = "eddyline-gates";
  static final String HISTORY_STORE = "eddyline-histories";
  static final String BLOCKED_ROOT_STORE = "eddyline-held-roots";
  static final String PARTITION_STORE = "eddyline-partition";
  static final String POLICY_STORE = "eddyline-policies";
  static final String GRAPH_STORE = "eddyline-graphs";

  /** Histories of tasks: those of the detectors, and the candidates of the loop memory. */
  static final List<InStore<?>> TASK_HISTORIES =
      Stream.concat(Detectors.STORES.stream(), Stream.of(RemedyRecorder.PENDING_REMEDIES_STORE))
          .toList();

  /** What the partition knows of its subtasks' roots. */
  static final InStore<KnownRoot> KNOWN_ROOTS =
      new InStore<>("roots", KnownRoot.class, stamp -> new KnownRoot(), root -> 0);

  /** All histories. */
  static final List<InStore<?>> HISTORIES =
      Stream.concat(TASK_HISTORIES.stream(), Stream.of(KNOWN_ROOTS)).toList();

  private EddylineTopology() {}

  /** Builds the topology; no broker is needed. */
  public static Topology build(TopologyParts parts) {
    return build(parts, EventObserver.NONE);
  }

  /** The same with an observer of each event. */
  public static Topology build(TopologyParts parts, EventObserver observer) {
    TopicCatalogue topics = parts.topics();
    StringDeserializer keyIn = new StringDeserializer();
    StringSerializer keyOut = new StringSerializer();
    Topology topology = new Topology();

    topology
        .addSource(EVENTS, keyIn, parts.eventDeserializer(), topics.name(TopicRole.AGENT_EVENTS))
        .addSource(
            DECISIONS, keyIn, parts.eventDeserializer(), topics.name(TopicRole.GATE_DECISIONS))
        .addSource(
            EVALUATIONS,
            keyIn,
            deserializer(parts, ProgressEvaluation.class),
            topics.name(TopicRole.PROGRESS_EVALUATIONS))
        .addSource(
            SIGNALS_IN,
            keyIn,
            deserializer(parts, Signal.class),
            topics.name(TopicRole.EDDYLINE_SIGNALS));

    topology.addProcessor(
        TASKS,
        () -> new TaskProcessor(parts, observer),
        EVENTS,
        DECISIONS,
        EVALUATIONS,
        SIGNALS_IN);

    topology
        .addStateStore(windowStore(parts, TASK_STORE), TASKS)
        .addStateStore(keyValueStore(parts, GATE_STORE, RootHold.class), TASKS)
        .addStateStore(windowStore(parts, HISTORY_STORE), TASKS)
        .addStateStore(keyValueStore(parts, BLOCKED_ROOT_STORE, KnownRoot.class), TASKS)
        .addStateStore(keyValueStore(parts, POLICY_STORE, PolicyState.class), TASKS)
        .addStateStore(keyValueStore(parts, GRAPH_STORE, GraphState.class), TASKS)
        // one record, updated at every event
        .addStateStore(keyValueStore(parts, PARTITION_STORE, PartitionState.class), TASKS);

    topology
        .addSink(
            VERDICTS,
            topics.name(TopicRole.LOOP_VERDICTS),
            keyOut,
            serializer(parts, TopicRole.LOOP_VERDICTS, LoopVerdict.class),
            TASKS)
        .addSink(
            GATES,
            topics.name(TopicRole.GATE_TRIGGERS),
            keyOut,
            serializer(parts, TopicRole.GATE_TRIGGERS, GateTrigger.class),
            TASKS)
        .addSink(
            RESETS,
            topics.name(TopicRole.LOOP_RESETS),
            keyOut,
            serializer(parts, TopicRole.LOOP_RESETS, LoopReset.class),
            TASKS)
        .addSink(
            RECEIPTS,
            topics.name(TopicRole.DECISION_RECEIPTS),
            keyOut,
            serializer(parts, TopicRole.DECISION_RECEIPTS, DecisionReceipt.class),
            TASKS)
        .addSink(
            GRAPH_FINDINGS,
            topics.name(TopicRole.GRAPH_FINDINGS),
            keyOut,
            serializer(parts, TopicRole.GRAPH_FINDINGS, GraphFindings.class),
            TASKS)
        .addSink(
            EVALUATION_REQUESTS,
            topics.name(TopicRole.PROGRESS_EVALUATION_REQUESTS),
            keyOut,
            serializer(
                parts, TopicRole.PROGRESS_EVALUATION_REQUESTS, ProgressEvaluationRequest.class),
            TASKS)
        .addSink(
            MEMORIES,
            topics.name(TopicRole.LOOP_MEMORY),
            keyOut,
            serializer(parts, TopicRole.LOOP_MEMORY, LoopMemory.class),
            TASKS)
        .addSink(
            JOURNAL,
            topics.name(TopicRole.EDDYLINE_JOURNAL),
            keyOut,
            serializer(parts, TopicRole.EDDYLINE_JOURNAL, JournalEntry.class),
            TASKS)
        .addSink(
            SIGNALS_OUT,
            topics.name(TopicRole.EDDYLINE_SIGNALS),
            keyOut,
            serializer(parts, TopicRole.EDDYLINE_SIGNALS, Signal.class),
            new SignalPartitioner(),
            TASKS);
    return topology;
  }

  private static <T extends SpecificRecord> Deserializer<T> deserializer(
      TopologyParts parts, Class<T> type) {
    return parts.serde(type).deserializer();
  }

  private static <T extends SpecificRecord> Serializer<T> serializer(
      TopologyParts parts, TopicRole role, Class<T> type) {
    return new BoundedSerializer<>(
        parts.serde(type).serializer(), parts.topics().topic(role).maxMessageBytes());
  }

  private static StoreBuilder<WindowStore<String, byte[]>> windowStore(
      TopologyParts parts, String name) {
    return Stores.windowStoreBuilder(
            windowStoreSupplier(parts, name), Serdes.String(), Serdes.ByteArray())
        .withCachingEnabled();
  }

  private static WindowBytesStoreSupplier windowStoreSupplier(TopologyParts parts, String name) {
    return switch (parts.stores()) {
      case ROCKSDB -> Stores.persistentWindowStore(name, RETENTION, WINDOW, false);
      case IN_MEMORY -> Stores.inMemoryWindowStore(name, RETENTION, WINDOW, false);
    };
  }

  private static <T extends SpecificRecord> StoreBuilder<KeyValueStore<String, T>> keyValueStore(
      TopologyParts parts, String name, Class<T> type) {
    return Stores.keyValueStoreBuilder(
            keyValueStoreSupplier(parts, name), Serdes.String(), parts.serde(type))
        .withCachingEnabled();
  }

  private static KeyValueBytesStoreSupplier keyValueStoreSupplier(
      TopologyParts parts, String name) {
    return switch (parts.stores()) {
      case ROCKSDB -> Stores.persistentKeyValueStore(name);
      case IN_MEMORY -> Stores.inMemoryKeyValueStore(name);
    };
  }
}
