package dev.eddyline.bench.report;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.ProgressSample;
import java.time.Duration;
import java.util.List;

/**
 * Decides when the timing of a run begins: when the JIT compiler has little left to do, so that
 * figures show the program and not its compilation.
 */
public final class JitWarmUp {

  /** The JIT compiler's largest share of the CPU time that is not warm-up. */
  static final double MAX_COMPILER_SHARE = 0.03;

  /** Time over which the share is taken. */
  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** Timing begins here at the latest, so that a fifth of the events is timed, in tenths. */
  private static final int LATEST_TENTH = 7;

  private JitWarmUp() {}

  /**
   * The timed range of a run: from the first sample after 10 % of the timed events at which the
   * compiler's share is below the limit, or else from 70 %, to 90 %.
   */
  public static TimedRange findTimedRange(List<ProgressSample> samples, Load load) {
    long tenth = load.timed() / 10;
    long earliest = load.fillEventCount() + tenth;
    long latest = load.fillEventCount() + LATEST_TENTH * tenth;
    int before = 0;
    for (int i = 0; i < samples.size() && samples.get(i).events() < latest; i++) {
      ProgressSample sample = samples.get(i);
      long periodStart = sample.sampledAtNanos() - PERIOD.toNanos();
      while (before < i && samples.get(before + 1).sampledAtNanos() <= periodStart) {
        before++;
      }
      ProgressSample start = samples.get(before);
      if (sample.events() >= earliest
          && start.sampledAtNanos() <= periodStart
          && compilerShare(start, sample) < MAX_COMPILER_SHARE) {
        return new TimedRange((long) sample.events(), load.eventCount() - tenth);
      }
    }
    return new TimedRange(latest, load.eventCount() - tenth);
  }

  /**
   * The compiler's share of the process's CPU time between two samples, from 0 to 1. The system
   * counts the compiler's time in steps of 10 ms, which can be more than the process used between
   * two near samples: that counts as 1.
   */
  static double compilerShare(ProgressSample from, ProgressSample to) {
    long cpuNanos = to.cpuNanos() - from.cpuNanos();
    long compilerNanos = to.compilerNanos() - from.compilerNanos();
    return cpuNanos == 0 ? 0 : Math.min(1, (double) compilerNanos / cpuNanos);
  }
}
