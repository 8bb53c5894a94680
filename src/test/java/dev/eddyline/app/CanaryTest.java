package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.Canaries;
import dev.eddyline.topology.TaskQueries;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where canaries live. */
class CanaryTest {

  @Test
  void eachPartitionHasATaskOfItsOwn_theSameEachTime() {
    for (int partitions : new int[] {1, 4, 8, 300}) {
      assertThat(IntStream.range(0, partitions))
          .allMatch(
              partition ->
                  TaskQueries.partition(Canary.task(partition, partitions), partitions)
                      == partition)
          .allMatch(partition -> Canaries.isCanary(Canary.task(partition, partitions)));
    }
    assertThat(Canary.task(3, 8)).isEqualTo(Canary.task(3, 8));
  }
}
