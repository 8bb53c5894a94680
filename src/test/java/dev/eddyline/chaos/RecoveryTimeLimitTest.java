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
      assertThat(RecoveryTimeLimit.forFault(kind))
          .as(kind.title())
          .isEqualTo(BASE.plus(kind.outage()));
    }
  }

  @Test
  void suspensionExceedsSessionTimeout() {
    // When / Then
    assertThat(ChaosFaultType.ZOMBIE.outage()).isGreaterThan(RecoveryTimeLimit.SESSION);
    assertThat(ChaosFaultType.KILL.outage()).isGreaterThan(RecoveryTimeLimit.SESSION);
  }

  @Test
  void registryOutageLastsAMinute() {
    // When / Then
    assertThat(ChaosFaultType.REGISTRY.outage()).isEqualTo(Duration.ofMinutes(1));
  }
}
