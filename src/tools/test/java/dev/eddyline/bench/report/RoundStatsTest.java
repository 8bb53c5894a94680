package dev.eddyline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundStatsTest {

  @Test
  void medianOfOddRoundCountIsMiddleValue() {
    // When
    RoundStats stats = RoundStats.of(List.of(9.0, 1.0, 4.0));

    // Then
    assertThat(stats).isEqualTo(new RoundStats(4, 1, 9));
  }

  @Test
  void medianOfEvenRoundCountIsMeanOfMiddleValues() {
    // When
    RoundStats stats = RoundStats.of(List.of(9.0, 1.0, 4.0, 5.0));

    // Then
    assertThat(stats).isEqualTo(new RoundStats(4.5, 1, 9));
  }

  @Test
  void ratiosArePairedByRound() {
    // Given two variants that were both slow in the second round
    List<Double> numerators = List.of(50.0, 5.0, 60.0);
    List<Double> denominators = List.of(100.0, 10.0, 80.0);

    // When
    RoundStats ratios = RoundStats.ofRatios(numerators, denominators);

    // Then
    assertThat(ratios).isEqualTo(new RoundStats(0.5, 0.5, 0.75));
  }

  @Test
  void textContainsMedianAndRange() {
    // When
    String text = new RoundStats(1234.5, 1000, 2000).formatMedianAndRange("%,.0f");

    // Then
    assertThat(text).isEqualTo("1,235 (1,000 to 2,000)");
  }

  @Test
  void rejectsUnpairedRounds() {
    assertThatThrownBy(() -> RoundStats.ofRatios(List.of(1.0), List.of(1.0, 2.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("were 1 and 2");
    assertThatThrownBy(() -> RoundStats.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
