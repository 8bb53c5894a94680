package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecoveryTimeLimitTest {

  private static final Duration BASE =
      RecoveryTimeLimit.SESSION.plus(RecoveryTimeLimit.TRANSACTION).plus(RecoveryTimeLimit.RESTORE);

  @Test
  void theStatedTimeIncludesSessionTransactionRestoreAndFault() {
    for (ChaosFaultType kind : ChaosFaultType.values()) {
      // When / Then
      assertThat(RecoveryTimeLimit.forFaultType(kind))
          .as(kind.title())
          .isEqualTo(BASE.plus(kind.outageDuration()));
    }
  }

  @Test
  void suspensionExceedsSessionTimeout() {
    // When / Then
    assertThat(ChaosFaultType.ZOMBIE.outageDuration()).isGreaterThan(RecoveryTimeLimit.SESSION);
    assertThat(ChaosFaultType.KILL.outageDuration()).isGreaterThan(RecoveryTimeLimit.SESSION);
  }

  @Test
  void registryOutageLastsAMinute() {
    // When / Then
    assertThat(ChaosFaultType.REGISTRY.outageDuration()).isEqualTo(Duration.ofMinutes(1));
  }
}
