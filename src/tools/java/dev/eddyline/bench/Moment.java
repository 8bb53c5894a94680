package dev.eddyline.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * Progress of a process under test at one time, printed as one line.
 *
 * @param phase what the process is doing
 * @param events events processed so far
 * @param restored records restored so far
 * @param at nanoseconds of the process's own clock
 * @param cpu CPU time of the whole process so far, nanoseconds
 * @param resident resident memory of the whole process, bytes; 0 where the system does not report
 *     it
 */
record Moment(Phase phase, double events, long restored, long at, long cpu, long resident) {

  private static final String MARK = "bench-moment";
  private static final int FIELDS = 7;

  /** What a process under test is doing. */
  enum Phase {
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
  String line() {
    return String.format(
        Locale.ROOT, "%s %s %.0f %d %d %d %d", MARK, phase, events, restored, at, cpu, resident);
  }

  /** Parses a line; empty when it is not a sample. */
  static Optional<Moment> in(String line) {
    String[] fields = line.split(" ");
    if (fields.length != FIELDS || !fields[0].equals(MARK)) {
      return Optional.empty();
    }
    return Optional.of(
        new Moment(
            Phase.valueOf(fields[1]),
            Double.parseDouble(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[4]),
            Long.parseLong(fields[5]),
            Long.parseLong(fields[6])));
  }

  /** Whether there was progress since another sample. */
  boolean isFurtherThan(Moment other) {
    return phase != other.phase || events > other.events || restored > other.restored;
  }

  /** The sample at this number of events, interpolated between two samples. */
  static Moment between(Moment before, Moment after, double events) {
    double share = (events - before.events) / (after.events - before.events);
    return new Moment(
        after.phase,
        events,
        after.restored,
        before.at + Math.round(share * (after.at - before.at)),
        before.cpu + Math.round(share * (after.cpu - before.cpu)),
        after.resident);
  }
}
