package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.topology.TaskQueries;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The task ids and the interval of canaries. */
class CanaryTest {

  @Test
  void eachPartitionHasItsOwnStableTaskId() {
    for (int partitions : new int[] {1, 4, 8, 300}) {
      assertThat(IntStream.range(0, partitions))
          .allMatch(
              partition ->
                  TaskQueries.homePartition(
                          Canary.canaryTaskIdFor(partition, partitions), partitions)
                      == partition)
          .allMatch(
              partition -> CanaryTasks.isCanary(Canary.canaryTaskIdFor(partition, partitions)));
    }
    assertThat(Canary.canaryTaskIdFor(3, 8)).isEqualTo(Canary.canaryTaskIdFor(3, 8));
  }

  @Test
  void theMaximumIntervalIsFarBelowTheAlertThreshold() {
    assertThat(Canary.intervalSeconds(every("60"))).isEqualTo(60);
    assertThat(Canary.intervalSeconds(every("0"))).isZero();
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> Canary.intervalSeconds(every("61")))
        .withMessageContaining("canary.every");
  }

  private static Settings every(String seconds) {
    return Settings.mergeLayers(null, Map.of(), Map.of("canary.every", seconds));
  }
}
