package dev.eddyline.bench.report;

import dev.eddyline.bench.process.ProgressSample;
import java.util.List;

/**
 * Processing rate and CPU time of a run.
 *
 * @param eventsPerSecond events processed per second by all threads
 * @param cpuMicros CPU time of an event in microseconds, of the whole process: including clients,
 *     garbage collector, compiler and RocksDB
 * @param compilerShare the JIT compiler's share of that time, from 0 to 1
 * @param bytesRead bytes that consumers received for an event, on their connections
 * @param bytesWritten bytes that producers sent for an event, on their connections: outputs,
 *     journal and changelogs
 */
public record ProcessingRate(
    double eventsPerSecond,
    double cpuMicros,
    double compilerShare,
    double bytesRead,
    double bytesWritten) {

  /** The rate within a range of events, interpolated between the nearest samples. */
  public static ProcessingRate ofRange(List<ProgressSample> samples, TimedRange range) {
    return between(
        sampleAtEventCount(samples, (double) range.from()),
        sampleAtEventCount(samples, (double) range.to()));
  }

  /** The rate between two samples. */
  public static ProcessingRate between(ProgressSample from, ProgressSample to) {
    double events = to.events() - from.events();
    return new ProcessingRate(
        events / (to.sampledAtNanos() - from.sampledAtNanos()) * 1e9,
        (to.cpuNanos() - from.cpuNanos()) / events / 1e3,
        JitWarmUp.compilerShare(from, to),
        (to.bytesRead() - from.bytesRead()) / events,
        (to.bytesWritten() - from.bytesWritten()) / events);
  }

  private static ProgressSample sampleAtEventCount(List<ProgressSample> samples, double events) {
    ProgressSample previous = samples.get(0);
    for (ProgressSample sample : samples) {
      if (sample.events() >= events) {
        return sample.events() == previous.events()
            ? sample
            : ProgressSample.interpolate(previous, sample, events);
      }
      previous = sample;
    }
    throw new IllegalArgumentException(
        "the run ended at %.0f events, before %.0f".formatted(previous.events(), events));
  }
}
