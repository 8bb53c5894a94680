package dev.eddyline.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the agents of a task usually take from a result to the next call.
 *
 * @param pauses the newest pauses, oldest first
 * @param resultAt event time of the newest result, epoch milliseconds; 0 before one
 */
record Rhythm(List<Pause> pauses, long resultAt) {

  static final Rhythm NONE = new Rhythm(List.of(), 0);

  private static final int MAX_PAUSES = 15;

  /** Pauses from which the usual one is known. */
  private static final int MIN_PAUSES = 5;

  /** A shorter pause is none, milliseconds. */
  private static final int SHORTEST = 10_000;

  /** Times the usual pause from which an agent waits. */
  private static final double CLEARLY = 2.5;

  /**
   * A pause before a call.
   *
   * @param call hash of the call, 16 bits
   * @param millis its length, milliseconds
   */
  record Pause(int call, int millis) {}

  Rhythm {
    pauses = List.copyOf(pauses);
  }

  /** Time from the newest result to a call at this event time, milliseconds. */
  int pauseBefore(long at) {
    return resultAt == 0 ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, at - resultAt));
  }

  /** Whether a pause before a call is clearly longer than those before other calls. */
  boolean isWait(int call, int millis) {
    if (millis < SHORTEST || pauses.size() < MIN_PAUSES) {
      return false;
    }
    long[] others =
        pauses.stream()
            .filter(pause -> pause.call() != call)
            .mapToLong(Pause::millis)
            .sorted()
            .toArray();
    return others.length >= MIN_PAUSES && millis >= CLEARLY * others[others.length / 2];
  }

  Rhythm withCall(int call, long at) {
    if (resultAt == 0) {
      return this;
    }
    List<Pause> all = new ArrayList<>(pauses);
    all.add(new Pause(call, pauseBefore(at)));
    return new Rhythm(all.subList(Math.max(0, all.size() - MAX_PAUSES), all.size()), resultAt);
  }

  Rhythm withResult(long at) {
    return new Rhythm(pauses, Math.max(at, resultAt));
  }
}
