package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form of {@code eddyline chaos}: one broker, two processors, five faults. */
class ChaosIT {

  private static final ChaosPlan PLAN = new ChaosPlan(17, 5, 2, 1);

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void underFaultsNothingIsLostDoubledOrDifferent_andEveryPartitionMovesAgain() throws Exception {
    // Given
    ByteArrayOutputStream told = new ByteArrayOutputStream();

    // When
    Tally tally = new Chaos(PLAN, new PrintStream(told, true, StandardCharsets.UTF_8)).run();

    // Then
    String all = told.toString(StandardCharsets.UTF_8);
    assertThat(tally.discrepancies()).as(all).isEmpty();
    assertThat(tally.holds()).as(all).isTrue();
    assertThat(tally.faults()).isEqualTo(PLAN.faults());
    assertThat(tally.records()).isPositive();
  }
}
