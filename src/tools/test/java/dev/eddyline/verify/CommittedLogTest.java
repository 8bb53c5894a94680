package dev.eddyline.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommittedLogTest {

  private static final String EVENTS = "events";
  private static final String VERDICTS = "verdicts";

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private long minutes;
  private final CommittedLog log =
      new CommittedLog(consumer, () -> TimeUnit.MINUTES.toNanos(minutes++));

  @BeforeEach
  void createTopics() {
    for (String topic : List.of(EVENTS, VERDICTS)) {
      consumer.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, null, null, null)));
      setOffsets(topic, 0, 0);
    }
  }

  private void setOffsets(String topic, long begin, long end) {
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.updateBeginningOffsets(Map.of(partition, begin));
    consumer.updateEndOffsets(Map.of(partition, end));
  }

  /** The next poll returns the records from one offset (inclusive) to another (exclusive). */
  private void publish(String topic, long begin, long end) {
    setOffsets(topic, 0, end);
    consumer.schedulePollTask(
        () ->
            LongStream.range(begin, end)
                .mapToObj(
                    offset -> new ConsumerRecord<>(topic, 0, offset, new byte[0], new byte[0]))
                .forEach(consumer::addRecord));
  }

  private List<Long> offsets(String topic) {
    return log.records(topic).stream().map(ConsumerRecord::offset).toList();
  }

  @Test
  void returnsAllRecordsButPollsOnlyNewOnes() {
    // Given
    publish(EVENTS, 0, 2);
    List<Long> first = offsets(EVENTS);
    publish(VERDICTS, 0, 1);
    List<Long> other = offsets(VERDICTS);
    publish(EVENTS, 2, 3);

    // When
    List<Long> second = offsets(EVENTS);

    // Then
    assertThat(first).containsExactly(0L, 1L);
    assertThat(other).containsExactly(0L);
    assertThat(second).containsExactly(0L, 1L, 2L);
  }

  @Test
  void failsWithoutProgress() {
    // Given: an end that cannot be reached
    setOffsets(EVENTS, 0, 2);

    // When / Then
    assertThatIllegalStateException()
        .isThrownBy(() -> log.records(EVENTS))
        .withMessageContaining(EVENTS)
        .withMessageContaining("[0]")
        .withMessageContaining("{events-0=2}");
  }

  @Test
  void dropsDeletedRecords() {
    // Given
    publish(EVENTS, 0, 3);
    assertThat(offsets(EVENTS)).hasSize(3);
    setOffsets(EVENTS, 2, 3);

    // When
    List<Long> remaining = offsets(EVENTS);

    // Then
    assertThat(remaining).containsExactly(2L);
  }

  @Test
  void readsTopicThatWasCreatedAgainFromItsBeginning() {
    // Given
    publish(EVENTS, 0, 3);
    assertThat(offsets(EVENTS)).hasSize(3);
    publish(EVENTS, 0, 1);

    // When
    List<Long> recreated = offsets(EVENTS);

    // Then
    assertThat(recreated).containsExactly(0L);
  }
}
