package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The home partition of a key. */
class HomePartitionTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 12, 64, 1000})
  void homePartitionEqualsThePartitionOfKafkasProducer(int partitions) {
    // Given
    List<String> keys = List.of("", "T1", "T7.1.2", "a/b c", "タスク", "𝄞", "x".repeat(1024));

    for (String key : keys) {
      // When
      int home = HomePartition.of(key, partitions);

      // Then
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      assertThat(home).isEqualTo(BuiltInPartitioner.partitionForKey(bytes, partitions));
    }
  }
}
