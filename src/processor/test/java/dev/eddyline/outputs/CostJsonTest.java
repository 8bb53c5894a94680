package dev.eddyline.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** US dollars in JSON. */
class CostJsonTest {

  @ParameterizedTest
  @CsvSource({
    "0.15800000000000003, 0.158",
    "0.0000004, 0",
    "0.0000006, 0.000001",
    "999999999.1234567, 999999999.123457",
    "1e300, 1e300"
  })
  void usDollarsAreRoundedToMicroDollars(double sum, double shown) {
    assertThat(new CostJson(0, sum, 0).usd()).isEqualTo(shown);
  }
}
