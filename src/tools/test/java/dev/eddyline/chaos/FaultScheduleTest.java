package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {

  private static List<ChaosFaultType> kinds(List<Fault> faults) {
    return faults.stream().map(Fault::kind).toList();
  }

  private static int count(List<Fault> faults, ChaosFaultType kind) {
    return Collections.frequency(kinds(faults), kind);
  }

  @Test
  void theSameSeedGivesTheSameFaults() {
    // Given
    ChaosPlan plan = new ChaosPlan(7, 40, 3, 3, true);

    // When / Then
    assertThat(FaultSchedule.drawFaults(plan))
        .hasSize(40)
        .isEqualTo(FaultSchedule.drawFaults(new ChaosPlan(7, 40, 3, 3, true)));
  }

  @Test
  void anotherSeedGivesOtherFaults() {
    // When / Then
    assertThat(FaultSchedule.drawFaults(new ChaosPlan(7, 40, 3, 3, true)))
        .isNotEqualTo(FaultSchedule.drawFaults(new ChaosPlan(8, 40, 3, 3, true)));
  }

  @Test
  void aLongerScheduleExtendsAShorterOne() {
    // When
    List<Fault> longer = FaultSchedule.drawFaults(new ChaosPlan(7, 40, 3, 3, true));

    // Then
    assertThat(longer)
        .startsWith(
            FaultSchedule.drawFaults(new ChaosPlan(7, 11, 3, 3, true)).toArray(new Fault[0]));
  }

  @Test
  void eachFaultKindOccursBeforeAnyRepeats() {
    // Given
    int all = ChaosFaultType.values().length;

    // When
    List<ChaosFaultType> kinds =
        kinds(FaultSchedule.drawFaults(new ChaosPlan(3, 3 * all, 3, 3, true)));

    // Then
    for (int round = 0; round < 3; round++) {
      assertThat(EnumSet.copyOf(kinds.subList(round * all, (round + 1) * all))).hasSize(all);
    }
  }

  @Test
  void brokersAreRestartedOnlyInAClusterOfThree() {
    // When / Then
    assertThat(kinds(FaultSchedule.drawFaults(new ChaosPlan(3, 50, 2, 1, true))))
        .contains(ChaosFaultType.KILL)
        .doesNotContain(ChaosFaultType.BROKER, ChaosFaultType.TWO_BROKERS);
  }

  @Test
  void unsupportedFaultsAreSkipped_withoutChangingOthers() {
    // Given
    List<Fault> withDisks = FaultSchedule.drawFaults(new ChaosPlan(3, 50, 3, 3, true));

    // When
    List<Fault> without = FaultSchedule.drawFaults(new ChaosPlan(3, 50, 3, 3, false));

    // Then
    assertThat(kinds(withDisks)).contains(ChaosFaultType.FULL_DISK);
    assertThat(withDisks.stream().filter(it -> it.kind() != ChaosFaultType.FULL_DISK).toList())
        .isNotEmpty()
        .isEqualTo(without.subList(0, 50 - count(withDisks, ChaosFaultType.FULL_DISK)));
  }

  @Test
  void everyTargetInstanceExists() {
    // When / Then
    assertThat(FaultSchedule.drawFaults(new ChaosPlan(5, 200, 4, 3, true)))
        .allMatch(fault -> fault.processor() < 4 && fault.broker() < 3)
        .extracting(Fault::processor)
        .contains(0, 1, 2, 3);
  }

  @Test
  void aPlanOfOneInstanceIsRejected() {
    // When / Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChaosPlan(1, 5, 1, 1, true))
        .withMessage("--processors: must be ≥ 2, was 1");
  }
}
