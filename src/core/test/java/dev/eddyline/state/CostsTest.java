package dev.eddyline.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "3, 4, 7",
    "9223372036854775807, 0, 9223372036854775807",
    "9223372036854775806, 1, 9223372036854775807",
    "9223372036854775807, 9223372036854775807, 9223372036854775807"
  })
  void aSumStaysAtTheLargestNumber(long a, long b, long sum) {
    assertThat(Costs.saturatedSum(a, b)).isEqualTo(sum);
    assertThat(Costs.saturatedSum(b, a)).isEqualTo(sum);
  }

  @Test
  void bothAmountsAreAdded_theDurationStays() {
    assertThat(Costs.plus(new Cost(1L, 0.5, 7L), 2, 0.25)).isEqualTo(new Cost(3L, 0.75, 7L));
  }
}
