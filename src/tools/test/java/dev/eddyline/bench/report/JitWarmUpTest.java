package dev.eddyline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.bench.load.EventMix;
import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.ProgressSample.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Timing begins when the JIT compiler uses little CPU time. */
class JitWarmUpTest {

  private static final long SECOND = 1_000_000_000;
  private static final int SECONDS = 100;

  /** 100 events a second for 100 s, after 50 events that fill. */
  private static final Load LOAD = new Load(EventMix.shipped(), 1, 5, 10, 10_000, Instant.EPOCH);

  /** Samples of each second; the process uses two CPUs, and the compiler this share of them. */
  private static List<ProgressSample> samples(IntToDoubleFunction compilerShare) {
    List<ProgressSample> samples = new ArrayList<>();
    double compilerNanos = 0;
    for (int second = 0; second <= SECONDS; second++) {
      compilerNanos += 2 * SECOND * compilerShare.applyAsDouble(second);
      samples.add(
          new ProgressSample(
              Phase.RUNNING,
              50 + 100 * second,
              0,
              second * SECOND,
              2 * second * SECOND,
              (long) compilerNanos,
              0,
              0));
    }
    return samples;
  }

  @Test
  void timingBeginsWhenTheShareOfFiveSecondsFallsBelowThreePercent() {
    // When
    TimedRange range =
        JitWarmUp.findTimedRange(samples(second -> second <= 30 ? 0.2 : 0.025), LOAD);

    // Then
    assertThat(range).isEqualTo(new TimedRange(50 + 3_500, 50 + 9_000));
  }

  @Test
  void timingBeginsAfterATenthOfTheEventsAtTheEarliest() {
    assertThat(JitWarmUp.findTimedRange(samples(second -> 0), LOAD))
        .isEqualTo(new TimedRange(50 + 1_000, 50 + 9_000));
  }

  @Test
  void timingBeginsAtSeventyPercentIfTheCompilerStaysBusy() {
    // Given
    List<ProgressSample> samples = samples(second -> 0.07);

    // When
    TimedRange range = JitWarmUp.findTimedRange(samples, LOAD);

    // Then
    assertThat(range).isEqualTo(new TimedRange(50 + 7_000, 50 + 9_000));
    assertThat(ProcessingRate.ofRange(samples, range).compilerShare()).isBetween(0.0699, 0.0701);
  }

  @Test
  void aRunOfLessThanFiveSecondsHasNoShare() {
    assertThat(JitWarmUp.findTimedRange(samples(second -> 0).subList(0, 4), LOAD))
        .isEqualTo(new TimedRange(50 + 7_000, 50 + 9_000));
    assertThat(JitWarmUp.findTimedRange(List.of(), LOAD))
        .isEqualTo(new TimedRange(50 + 7_000, 50 + 9_000));
  }

  @Test
  void compilerTimeOfAWholeStepIsAtMostAllTimeOfAShortRange() {
    // Given
    ProgressSample from = new ProgressSample(Phase.RUNNING, 0, 0, 0, 0, 0, 0, 0);
    ProgressSample to =
        new ProgressSample(Phase.RUNNING, 5, 0, 2_000_000, 1_800_000, 10_000_000, 0, 0);

    // When
    double share = JitWarmUp.compilerShare(from, to);

    // Then
    assertThat(share).isEqualTo(1);
  }
}
