package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The newest errors, and how many of the newest twenty calls have one. */
class RecentErrorsTest {

  private static final long JAMMED = 0x1234_5678_9abcL;
  private static final long FLOODED = 0x7777_1111_2222L;

  private static final int PUMP = 5;
  private static final int VALVE = 6;

  private static RecentErrors after(RecentErrors errors, long... more) {
    RecentErrors all = errors;
    for (long error : more) {
      all = error == 0 ? all.withCall() : all.withFailure(error, PUMP);
    }
    return all;
  }

  @Test
  void callsWithAnErrorAreCounted() {
    RecentErrors errors = after(RecentErrors.NONE, JAMMED, 0, FLOODED, JAMMED, 0);

    assertThat(errors.count(JAMMED)).isEqualTo(2);
    assertThat(errors.count(FLOODED)).isEqualTo(1);
    assertThat(errors.contains(FLOODED)).isTrue();
    assertThat(errors.contains(99)).isFalse();
    assertThat(errors.calls()).isEqualTo(5);
  }

  @Test
  void onlyTheNewestTwentyCallsCount() {
    RecentErrors errors = after(RecentErrors.NONE, JAMMED);
    for (int call = 0; call < 19; call++) {
      errors = errors.withCall();
    }

    assertThat(errors.count(JAMMED)).isEqualTo(1);
    assertThat(errors.withCall().count(JAMMED)).isZero();
    assertThat(errors.withCall().contains(JAMMED)).isTrue();
  }

  @Test
  void theNewestTwentyErrorsAreStored() {
    RecentErrors errors = after(RecentErrors.NONE, JAMMED);
    for (int call = 0; call < 20; call++) {
      errors = errors.withFailure(FLOODED, PUMP);
    }

    assertThat(errors.errors()).hasSize(20);
    assertThat(errors.contains(JAMMED)).isFalse();
  }

  @Test
  void aSuccessOfTheToolEndsTheCount_notTheMemory() {
    RecentErrors errors =
        after(RecentErrors.NONE, JAMMED, JAMMED).withFailure(FLOODED, VALVE).withSuccess(PUMP);

    assertThat(errors.count(JAMMED)).isZero();
    assertThat(errors.contains(JAMMED)).isTrue();
    assertThat(errors.count(FLOODED)).isEqualTo(1);
  }
}
