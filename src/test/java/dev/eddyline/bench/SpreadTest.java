package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void theMedianOfOddlyManyRoundsIsTheOneInTheMiddle() {
    // When
    Spread spread = Spread.of(List.of(9.0, 1.0, 4.0));

    // Then
    assertThat(spread).isEqualTo(new Spread(4, 1, 9));
  }

  @Test
  void theMedianOfEvenlyManyRoundsLiesBetweenTheTwoInTheMiddle() {
    // When
    Spread spread = Spread.of(List.of(9.0, 1.0, 4.0, 5.0));

    // Then
    assertThat(spread).isEqualTo(new Spread(4.5, 1, 9));
  }

  @Test
  void ratiosAreTakenRoundByRoundBeforeTheMedian() {
    // Given two variants that were both slow in the second round
    List<Double> above = List.of(50.0, 5.0, 60.0);
    List<Double> below = List.of(100.0, 10.0, 80.0);

    // When
    Spread ratios = Spread.ofRatios(above, below);

    // Then
    assertThat(ratios).isEqualTo(new Spread(0.5, 0.5, 0.75));
  }

  @Test
  void medianAndRangeStandSideBySide() {
    // When
    String words = new Spread(1234.5, 1000, 2000).inWords("%,.0f");

    // Then
    assertThat(words).isEqualTo("1,235 (1,000 to 2,000)");
  }

  @Test
  void roundsMustBePaired() {
    assertThatThrownBy(() -> Spread.ofRatios(List.of(1.0), List.of(1.0, 2.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("were 1 and 2");
    assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
