package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.Canaries;
import dev.eddyline.topology.TaskQueries;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The task ids and the interval of canaries. */
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

  @Test
  void itsVerdictsComeWellBeforeTheAlertOnTheirAge() {
    assertThat(Canary.every(every("60"))).isEqualTo(60);
    assertThat(Canary.every(every("0"))).isZero();
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> Canary.every(every("61")))
        .withMessageContaining("canary.every");
  }

  private static Settings every(String seconds) {
    return Settings.merge(null, Map.of(), Map.of("canary.every", seconds));
  }
}
