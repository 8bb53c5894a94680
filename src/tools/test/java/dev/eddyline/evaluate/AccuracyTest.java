package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccuracyTest {

  private static final Offset<Double> ROUNDED = within(0.00005);

  /** The published examples of Newcombe (1998), method 3. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "0, 20, 0.0000, 0.1611",
    "1, 29, 0.0061, 0.1718"
  })
  void intervalIsWilsons(long hits, long total, double low, double high) {
    Proportion share = new Proportion(hits, total);

    assertThat(share.low(Proportion.Z_95)).isCloseTo(low, ROUNDED);
    assertThat(share.high(Proportion.Z_95)).isCloseTo(high, ROUNDED);
  }

  @Test
  void shareOfNothingHasNoValueAndTheWidestInterval() {
    Proportion nothing = new Proportion(0, 0);

    assertThat(nothing.value()).isEmpty();
    assertThat(nothing.low(Proportion.Z_95)).isZero();
    assertThat(nothing.high(Proportion.Z_95)).isEqualTo(1);
  }

  @Test
  void moreHitsThanTheTotalAreRefused() {
    assertThatThrownBy(() -> new Proportion(3, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f1AndItsBoundsFollowFromPrecisionAndRecall() {
    Accuracy accuracy = new Accuracy(new Proportion(2, 3), new Proportion(2, 4));

    assertThat(accuracy.f1().orElseThrow()).isCloseTo(4 / 7.0, within(1e-12));
    assertThat(accuracy.f1Low()).isCloseTo(0.14711, ROUNDED);
    assertThat(accuracy.f1High()).isCloseTo(0.90975, ROUNDED);
  }

  @Test
  void f1WithoutAnAlarmIs0_andWithoutALoopUnknown() {
    assertThat(new Accuracy(new Proportion(0, 0), new Proportion(0, 4)).f1()).hasValue(0);
    assertThat(new Accuracy(new Proportion(0, 2), new Proportion(0, 0)).f1()).isEmpty();
  }
}
