package dev.eddyline.app;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.Committed;
import dev.eddyline.topology.Committed.At;
import dev.eddyline.topology.CommittedRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads from its topics all that a run took and published. */
final class CommittedTopics {

  private final Feed feed;
  private final TopicCatalogue topics;
  private final List<Committed> records = new ArrayList<>();

  private CommittedTopics(Feed feed, TopicCatalogue topics) {
    this.feed = feed;
    this.topics = topics;
  }

  /** The run that these topics hold, which must have come to rest. */
  static CommittedRun read(Feed feed, TopicCatalogue topics, int partitions) {
    CommittedTopics all = new CommittedTopics(feed, topics);
    all.read(TopicRole.AGENT_EVENTS, AgentEvent.class);
    all.read(TopicRole.GATE_DECISIONS, AgentEvent.class);
    all.read(TopicRole.EDDYLINE_SIGNALS, Signal.class);
    all.read(TopicRole.LOOP_VERDICTS, LoopVerdict.class);
    all.read(TopicRole.GATE_TRIGGERS, GateTrigger.class);
    all.read(TopicRole.LOOP_RESETS, LoopReset.class);
    List<At> deadLetters =
        feed.deadLetters().stream().map(letter -> At.origin(letter.headers())).toList();
    return new CommittedRun(topics, partitions, all.records, feed.journal(), deadLetters);
  }

  private <T extends SpecificRecord> void read(TopicRole role, Class<T> type) {
    Deserializer<T> values = AvroSerde.of(type, feed.registry()).deserializer();
    for (ConsumerRecord<byte[], byte[]> record : feed.records(role)) {
      At at = new At(topics.name(role), record.partition(), record.offset());
      String key = record.key() == null ? null : text(record.key());
      records.add(new Committed(at, record.timestamp(), key, value(values, record)));
    }
  }

  private static <T> T value(Deserializer<T> values, ConsumerRecord<byte[], byte[]> record) {
    try {
      return values.deserialize(record.topic(), record.value());
    } catch (SerializationException unreadable) {
      // the verifier asks that it is a dead letter
      return null;
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
