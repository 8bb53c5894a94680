package dev.eddyline.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressSampleTest {

  @Test
  void aSampleIsReadAsItWasPrinted() {
    // Given
    ProgressSample sample = new ProgressSample(ProgressSample.Phase.RUNNING, 1, 2, 3, 4, 5, 6);

    // Then
    assertThat(ProgressSample.parse(sample.toLine())).contains(sample);
  }
}
