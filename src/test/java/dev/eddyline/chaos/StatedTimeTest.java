package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StatedTimeTest {

  private static final Duration BASE =
      StatedTime.SESSION.plus(StatedTime.TRANSACTION).plus(StatedTime.RESTORE);

  @Test
  void theStatedTimeIncludesSessionTransactionRestoreAndFault() {
    for (FaultKind kind : FaultKind.values()) {
      // When / Then
      assertThat(StatedTime.of(kind)).as(kind.title()).isEqualTo(BASE.plus(kind.length()));
    }
  }

  @Test
  void aProcessorIsHaltedForLongerThanItsSession() {
    // When / Then
    assertThat(FaultKind.ZOMBIE.length()).isGreaterThan(StatedTime.SESSION);
    assertThat(FaultKind.KILL.length()).isGreaterThan(StatedTime.SESSION);
  }

  @Test
  void theRegistryIsGoneForAMinute() {
    // When / Then
    assertThat(FaultKind.REGISTRY.length()).isEqualTo(Duration.ofMinutes(1));
  }
}
