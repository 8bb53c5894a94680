package dev.eddyline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final long STARTED_AT = 1_000_000;
  private static final long STARTED = STARTED_AT + Progress.START.toMillis();

  private final Progress progress = new Progress(2, STARTED_AT);

  @Test
  void isTheClockWithoutRecords() {
    assertThat(progress.now(STARTED + 1)).isEqualTo(STARTED + 1);
  }

  @Test
  void waitsForTheFirstRecordOfEachSourceAfterAStart() {
    progress.read(0, 900, STARTED_AT + 10);

    assertThat(progress.now(STARTED_AT + 20)).isZero();
  }

  @Test
  void isTheNewestReceiptOfTheSlowestSource() {
    progress.read(0, 900, STARTED);
    progress.read(1, 300, STARTED);
    progress.read(1, 200, STARTED);

    assertThat(progress.now(STARTED)).isEqualTo(300);
  }

  @Test
  void ignoresASourceWithoutRecordsForASecond() {
    progress.read(0, 900, STARTED + 2_000);
    progress.read(1, 300, STARTED);

    assertThat(progress.now(STARTED + 2_000)).isEqualTo(900);
  }

  @Test
  void isNeverBeforeAReceipt() {
    progress.read(0, STARTED + 5_000, STARTED);

    assertThat(progress.now(STARTED + 3_000)).isEqualTo(STARTED + 5_000);
  }
}
