package dev.eddyline.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressSampleTest {

  @Test
  void aSampleIsReadAsItWasPrinted() {
    // Given
    ProgressSample sample = new ProgressSample(ProgressSample.Phase.RUNNING, 1, 2, 3, 4, 5, 6, 7);

    // Then
    assertThat(ProgressSample.parse(sample.toLine())).contains(sample);
  }

  @Test
  void theProgressOfSeveralProcessesIsTheirSum() {
    // Given
    ProgressSample one = new ProgressSample(ProgressSample.Phase.RUNNING, 1, 2, 3, 4, 5, 6, 7);
    ProgressSample other =
        new ProgressSample(ProgressSample.Phase.RUNNING, 10, 20, 30, 40, 50, 60, 70);

    // When
    ProgressSample sum = ProgressSample.sum(List.of(one, other));

    // Then
    assertThat(sum)
        .isEqualTo(new ProgressSample(ProgressSample.Phase.RUNNING, 11, 22, 30, 44, 55, 66, 77));
  }
}
