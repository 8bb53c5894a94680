package dev.eddyline.bench.process;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Progress of a process under test at one time, printed as one line.
 *
 * @param phase what the process is doing
 * @param events events processed so far
 * @param restoredRecords records restored so far
 * @param sampledAtNanos nanoseconds of the process's own clock
 * @param cpuNanos CPU time of the whole process so far, nanoseconds
 * @param compilerNanos the JIT compiler's part of the CPU time, nanoseconds
 * @param bytesRead bytes that its consumers received so far
 * @param bytesWritten bytes that its producers sent so far
 */
public record ProgressSample(
    Phase phase,
    double events,
    long restoredRecords,
    long sampledAtNanos,
    long cpuNanos,
    long compilerNanos,
    long bytesRead,
    long bytesWritten) {

  private static final String LINE_MARKER = "bench-moment";
  private static final int FIELD_COUNT = 9;

  /** What a process under test is doing. */
  public enum Phase {
    /** It has not joined the group yet. */
    STARTING,
    /** It restores state, or waits for partitions. */
    REBALANCING,
    /** It processes events. */
    RUNNING,
    /** A stream thread died. */
    FAILED
  }

  /** Formats the sample as a line. */
  String toLine() {
    return String.format(
        Locale.ROOT,
        "%s %s %.0f %d %d %d %d %d %d",
        LINE_MARKER,
        phase,
        events,
        restoredRecords,
        sampledAtNanos,
        cpuNanos,
        compilerNanos,
        bytesRead,
        bytesWritten);
  }

  /** Parses a line; empty when it is not a sample. */
  static Optional<ProgressSample> parse(String line) {
    String[] fields = line.split(" ");
    if (fields.length != FIELD_COUNT || !fields[0].equals(LINE_MARKER)) {
      return Optional.empty();
    }
    return Optional.of(
        new ProgressSample(
            Phase.valueOf(fields[1]),
            Double.parseDouble(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[4]),
            Long.parseLong(fields[5]),
            Long.parseLong(fields[6]),
            Long.parseLong(fields[7]),
            Long.parseLong(fields[8])));
  }

  /** Whether there was progress since another sample. */
  boolean hasProgressedSince(ProgressSample other) {
    return phase != other.phase || events > other.events || restoredRecords > other.restoredRecords;
  }

  /** The sample at this number of events, interpolated between two samples. */
  public static ProgressSample interpolate(
      ProgressSample earlier, ProgressSample later, double events) {
    double share = (events - earlier.events) / (later.events - earlier.events);
    return new ProgressSample(
        later.phase,
        events,
        later.restoredRecords,
        interpolate(earlier.sampledAtNanos, later.sampledAtNanos, share),
        interpolate(earlier.cpuNanos, later.cpuNanos, share),
        interpolate(earlier.compilerNanos, later.compilerNanos, share),
        interpolate(earlier.bytesRead, later.bytesRead, share),
        interpolate(earlier.bytesWritten, later.bytesWritten, share));
  }

  private static long interpolate(long earlier, long later, double share) {
    return earlier + Math.round(share * (later - earlier));
  }

  /**
   * What several processes of one machine have done together, at the time of the newest sample.
   *
   * @param samples samples of the same phase
   */
  public static ProgressSample sum(List<ProgressSample> samples) {
    return new ProgressSample(
        samples.get(0).phase,
        samples.stream().mapToDouble(ProgressSample::events).sum(),
        samples.stream().mapToLong(ProgressSample::restoredRecords).sum(),
        samples.stream().mapToLong(ProgressSample::sampledAtNanos).max().orElseThrow(),
        samples.stream().mapToLong(ProgressSample::cpuNanos).sum(),
        samples.stream().mapToLong(ProgressSample::compilerNanos).sum(),
        samples.stream().mapToLong(ProgressSample::bytesRead).sum(),
        samples.stream().mapToLong(ProgressSample::bytesWritten).sum());
  }
}
