package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class DeliveredOffsetsTest {

  private static final TopicPartition ONE = new TopicPartition("gate-triggers", 1);

  private final DeliveredOffsets offsets = new DeliveredOffsets();

  @Test
  void undeliveredRecordIsNotPassed() {
    // Given
    for (long offset = 5; offset <= 8; offset++) {
      offsets.begin(ONE, offset);
    }

    // When
    offsets.end(ONE, 5);
    offsets.end(ONE, 7);
    offsets.end(ONE, 8);

    // Then
    assertThat(offsets.committable()).isEqualTo(Map.of(ONE, new OffsetAndMetadata(6)));
    offsets.committed(offsets.committable());
    assertThat(offsets.committable()).isEmpty();
    offsets.end(ONE, 6);
    assertThat(offsets.committable()).isEqualTo(Map.of(ONE, new OffsetAndMetadata(9)));
  }

  @Test
  void removedPartitionIsNotCommitted() {
    // Given
    offsets.begin(ONE, 5);

    // When
    offsets.remove(List.of(ONE));
    offsets.end(ONE, 5);

    // Then
    assertThat(offsets.committable()).isEmpty();
  }
}
