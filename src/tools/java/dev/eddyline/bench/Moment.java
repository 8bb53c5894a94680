package dev.eddyline.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * How a process under test stands at one moment, as it tells it in one line.
 *
 * @param phase what it is doing
 * @param events events taken so far
 * @param restored records restored so far
 * @param at nanoseconds on its own clock
 * @param cpu processor time of the whole process so far, nanoseconds
 * @param resident memory that the whole process holds, bytes; 0 where the system does not tell
 */
record Moment(Phase phase, double events, long restored, long at, long cpu, long resident) {

  private static final String MARK = "bench-moment";
  private static final int FIELDS = 7;

  /** What a process under test is doing. */
  enum Phase {
    /** It has joined no group yet. */
    STARTING,
    /** It restores state, or waits for partitions. */
    REBALANCING,
    /** It takes events. */
    RUNNING,
    /** A stream thread died. */
    FAILED
  }

  /** The line. */
  String line() {
    return String.format(
        Locale.ROOT, "%s %s %.0f %d %d %d %d", MARK, phase, events, restored, at, cpu, resident);
  }

  /** What a line tells; nothing when it is not one of ours. */
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

  /** Whether it has come further than another. */
  boolean isFurtherThan(Moment other) {
    return phase != other.phase || events > other.events || restored > other.restored;
  }

  /** Where it stood when it had taken so many events, between two moments. */
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
