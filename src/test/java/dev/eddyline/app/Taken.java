package dev.eddyline.app;

import dev.eddyline.topics.TopicRole;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far a processor has taken its inputs, by the offsets that it committed. */
final class Taken implements AutoCloseable {

  private static final List<TopicRole> INPUTS =
      List.of(TopicRole.AGENT_EVENTS, TopicRole.GATE_DECISIONS, TopicRole.EDDYLINE_SIGNALS);

  private final Admin admin;
  private final String group;
  private final Feed feed;

  /** Asks about the processor of a prefix; the feed reads its topics and stays the caller's. */
  Taken(TestCluster cluster, String prefix, Feed feed) {
    admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()));
    group = RunProcess.group(prefix);
    this.feed = feed;
  }

  /** Committed records of all inputs. */
  long inputs() {
    return INPUTS.stream().mapToLong(role -> feed.records(role).size()).sum();
  }

  /** Whether every committed record of every input was taken, and its outputs with it committed. */
  boolean all() {
    List<ConsumerRecord<byte[], byte[]>> records =
        INPUTS.stream().flatMap(role -> feed.records(role).stream()).toList();
    Map<TopicPartition, OffsetAndMetadata> offsets = offsets();
    return records.stream()
        .allMatch(
            record -> {
              var next = offsets.get(new TopicPartition(record.topic(), record.partition()));
              return next != null && next.offset() > record.offset();
            });
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    try {
      return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    } catch (ExecutionException refused) {
      throw new IllegalStateException("no offsets of " + group, refused.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while offsets were asked for", interrupted);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
