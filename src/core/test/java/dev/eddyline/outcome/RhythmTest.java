package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pause is a wait if it is clearly longer than those before other calls. */
class RhythmTest {

  private static final int POLL = 77;

  private Rhythm rhythm = Rhythm.NONE;
  private long now = 1_000_000;

  private void call(int call, int pauseMillis) {
    rhythm = rhythm.withResult(now);
    now += pauseMillis;
    rhythm = rhythm.withCall(call, now);
  }

  @Test
  void beforeTheFirstResultNoPauseIsKnown() {
    assertThat(Rhythm.NONE.pauseBefore(5_000)).isZero();
    assertThat(Rhythm.NONE.withCall(1, 5_000)).isEqualTo(Rhythm.NONE);
  }

  @ParameterizedTest
  @CsvSource({"4, 60000, false", "5, 60000, true", "5, 9999, false", "5, 10000, true"})
  void fivePausesShowWhatIsUsual(int calls, int pause, boolean isWait) {
    for (int call = 0; call < calls; call++) {
      call(call, 2_000);
    }

    assertThat(rhythm.isWait(POLL, pause)).isEqualTo(isWait);
  }

  @ParameterizedTest
  @CsvSource({"20000, 49999, false", "20000, 50000, true", "60000, 60000, false"})
  void aWaitIsClearlyLongerThanUsual(int usual, int pause, boolean isWait) {
    for (int call = 0; call < 7; call++) {
      call(call, usual);
    }

    assertThat(rhythm.isWait(POLL, pause)).isEqualTo(isWait);
  }

  @Test
  void pausesBeforeTheSameCallAreNotCompared() {
    for (int call = 0; call < 5; call++) {
      call(call, 2_000);
      call(POLL, 40_000);
      call(POLL, 40_000);
    }

    assertThat(rhythm.isWait(POLL, 40_000)).isTrue();
  }

  @Test
  void theNewestPausesAreStored() {
    // Given
    for (int call = 0; call < 15; call++) {
      call(call, 2_000);
    }

    // When
    for (int call = 0; call < 15; call++) {
      call(call, 60_000);
    }

    // Then
    assertThat(rhythm.pauses()).hasSize(15);
    assertThat(rhythm.isWait(POLL, 60_000)).isFalse();
  }

  @Test
  void aLateResultDoesNotMoveTheTimeBack() {
    rhythm = rhythm.withResult(9_000).withResult(4_000);

    assertThat(rhythm.pauseBefore(10_000)).isEqualTo(1_000);
    assertThat(rhythm.pauseBefore(8_000)).isZero();
  }
}
