package dev.eddyline.verify;

import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.reference.PolicyRecords;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads the committed records of a processor that reads all formats of events. */
public final class CommittedTopics implements AutoCloseable {

  private static final List<TopicRole> READ_TOPICS =
      List.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.PROGRESS_EVALUATIONS,
          TopicRole.EDDYLINE_SIGNALS,
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS,
          TopicRole.DECISION_RECEIPTS,
          TopicRole.PROGRESS_EVALUATION_REQUESTS,
          TopicRole.LOOP_MEMORY,
          TopicRole.GRAPH_FINDINGS,
          TopicRole.EDDYLINE_JOURNAL,
          TopicRole.AGENT_EVENTS_DLQ,
          TopicRole.LOOP_POLICIES,
          TopicRole.WORKFLOW_GRAPHS);

  private final String bootstrap;
  private final TopicCatalogue topics;
  private final SchemaRegistry registry;
  private final CommittedLog log;

  /**
   * Reads these topics.
   *
   * @param bootstrap address of the brokers
   * @param registry registry of their schemas; the caller closes it
   */
  public CommittedTopics(String bootstrap, TopicCatalogue topics, SchemaRegistry registry) {
    this.bootstrap = bootstrap;
    this.topics = topics;
    this.registry = registry;
    log = new CommittedLog(consumer("read_committed"));
  }

  /** The topics. */
  public TopicCatalogue topics() {
    return topics;
  }

  /** Reads the run in these topics; all processing and all transactions must have ended. */
  public CommittedRun read(int partitions) {
    List<CommittedRecord> records = new ArrayList<>();
    records.addAll(readEvents(TopicRole.AGENT_EVENTS));
    records.addAll(readEvents(TopicRole.GATE_DECISIONS));
    records.addAll(read(TopicRole.PROGRESS_EVALUATIONS, ProgressEvaluation.class));
    records.addAll(read(TopicRole.EDDYLINE_SIGNALS, Signal.class));
    records.addAll(read(TopicRole.LOOP_VERDICTS, LoopVerdict.class));
    records.addAll(read(TopicRole.GATE_TRIGGERS, GateTrigger.class));
    records.addAll(read(TopicRole.LOOP_RESETS, LoopReset.class));
    records.addAll(read(TopicRole.DECISION_RECEIPTS, DecisionReceipt.class));
    records.addAll(read(TopicRole.PROGRESS_EVALUATION_REQUESTS, ProgressEvaluationRequest.class));
    records.addAll(read(TopicRole.LOOP_MEMORY, LoopMemory.class));
    records.addAll(read(TopicRole.GRAPH_FINDINGS, GraphFindings.class));
    List<JournalEntry> journal =
        read(TopicRole.EDDYLINE_JOURNAL, JournalEntry.class).stream()
            .map(entry -> (JournalEntry) entry.value())
            .toList();
    List<TopicPosition> deadLetters =
        records(TopicRole.AGENT_EVENTS_DLQ).stream()
            .map(deadLetter -> TopicPosition.ofDeadLetter(deadLetter.headers()))
            .toList();
    List<PublishedPolicy> policies =
        readValidRecords(TopicRole.LOOP_POLICIES, new PolicyRecords(registry)::read);
    List<PublishedGraph> graphs =
        readValidRecords(TopicRole.WORKFLOW_GRAPHS, new GraphRecords(registry)::read);
    return new CommittedRun(topics, partitions, records, journal, deadLetters, policies, graphs);
  }

  private <T> List<T> readValidRecords(
      TopicRole topic, Function<ConsumerRecord<byte[], byte[]>, T> reader) {
    List<T> valid = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records(topic)) {
      try {
        valid.add(reader.apply(record));
      } catch (RegistryUnavailableException unknown) {
        throw unknown;
      } catch (RuntimeException wrong) {
        // the verifier checks that no partition activated it
      }
    }
    return valid;
  }

  /**
   * Whether no transaction is open on any of the topics. Records committed behind an open one, for
   * example of a killed processor, cannot be read until the brokers abort it.
   */
  public boolean hasNoOpenTransaction() {
    return endOffsets("read_committed").equals(endOffsets("read_uncommitted"));
  }

  private Map<TopicPartition, Long> endOffsets(String isolation) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (TopicRole role : READ_TOPICS) {
        consumer
            .partitionsFor(topics.name(role))
            .forEach(it -> partitions.add(new TopicPartition(it.topic(), it.partition())));
      }
      return consumer.endOffsets(partitions);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "isolation.level",
            isolation,
            "auto.offset.reset",
            "earliest"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** All committed records of a topic, partition by partition. */
  public List<ConsumerRecord<byte[], byte[]>> records(TopicRole topic) {
    return log.records(topics.name(topic));
  }

  private List<CommittedRecord> readEvents(TopicRole role) {
    EventDeserializer values = new EventDeserializer(registry, EventFormat.all());
    return records(role).stream().map(record -> CommittedRecord.ofEvents(record, values)).toList();
  }

  private <T extends SpecificRecord> List<CommittedRecord> read(TopicRole role, Class<T> type) {
    Deserializer<T> values = AvroSerde.of(type, registry).deserializer();
    return records(role).stream()
        .map(
            record ->
                new CommittedRecord(
                    new TopicPosition(record.topic(), record.partition(), record.offset()),
                    record.timestamp(),
                    record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8),
                    deserialize(values, record)))
        .toList();
  }

  private static <T> T deserialize(Deserializer<T> values, ConsumerRecord<byte[], byte[]> record) {
    try {
      return values.deserialize(record.topic(), record.value());
    } catch (SerializationException unreadable) {
      // the verifier checks that it is dead-lettered
      return null;
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
