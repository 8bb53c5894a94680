package dev.eddyline.evaluate;

import dev.eddyline.schema.ToolCalled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * Distances from the event at which a detection is wanted to the detection. A detection before it
 * is a negative distance.
 *
 * @param events distances in events, ascending
 * @param calls distances in tool calls, ascending
 */
record Delay(List<Integer> events, List<Integer> calls) {

  /** The distance to a detection that never comes. */
  static final int NEVER = Integer.MAX_VALUE;

  /**
   * The delays of the first alarms that find the loops; {@link #NEVER} for a loop that is missed.
   *
   * @param tolerance how many events before a labelled one an alarm still finds it
   */
  static Delay toAlarm(List<JudgedRun> runs, int tolerance) {
    List<Integer> events = new ArrayList<>();
    List<Integer> calls = new ArrayList<>();
    for (JudgedRun run : runs) {
      OptionalInt wanted = wanted(run);
      if (wanted.isPresent()) {
        OptionalInt found = firstFind(run, wanted.getAsInt(), tolerance);
        events.add(found.isEmpty() ? NEVER : found.getAsInt() - wanted.getAsInt());
        calls.add(found.isEmpty() ? NEVER : callsBetween(wanted.getAsInt(), found.getAsInt(), run));
      }
    }
    return sorted(events, calls);
  }

  /** The delays of the first gates of runs with a loop; a run without a gate does not count. */
  static Delay toGate(List<JudgedRun> runs, int tolerance) {
    List<Integer> events = new ArrayList<>();
    List<Integer> calls = new ArrayList<>();
    for (JudgedRun run : runs) {
      OptionalInt wanted = wanted(run);
      if (wanted.isPresent() && run.firstGate().isPresent()) {
        int gate = run.firstGate().getAsInt();
        if (isAtLoop(gate, run, wanted.getAsInt(), tolerance)) {
          events.add(gate - wanted.getAsInt());
          calls.add(callsBetween(wanted.getAsInt(), gate, run));
        }
      }
    }
    return sorted(events, calls);
  }

  private static OptionalInt wanted(JudgedRun run) {
    return run.label().isLoop() ? run.label().wanted() : OptionalInt.empty();
  }

  private static OptionalInt firstFind(JudgedRun run, int wanted, int tolerance) {
    return run.alarmEvents().filter(event -> isAtLoop(event, run, wanted, tolerance)).findFirst();
  }

  private static boolean isAtLoop(int event, JudgedRun run, int wanted, int tolerance) {
    return run.label().spans().isEmpty()
        ? event >= wanted - tolerance
        : run.label().isInLoop(event);
  }

  private static Delay sorted(List<Integer> events, List<Integer> calls) {
    Collections.sort(events);
    Collections.sort(calls);
    return new Delay(events, calls);
  }

  private static int callsBetween(int from, int to, JudgedRun run) {
    return callsUpTo(to, run) - callsUpTo(from, run);
  }

  private static int callsUpTo(int event, JudgedRun run) {
    return (int)
        run.run().events().subList(0, event + 1).stream()
            .filter(recorded -> recorded.event().getBody() instanceof ToolCalled)
            .count();
  }

  /** The number of loops. */
  int count() {
    return events.size();
  }

  /** The number of loops without a detection. */
  int missed() {
    return Collections.frequency(events, NEVER);
  }

  /**
   * The smallest value with at least this share of values up to it.
   *
   * @param ascending values in ascending order
   * @param share above 0, up to 1
   */
  static OptionalInt quantile(List<Integer> ascending, double share) {
    return ascending.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(ascending.get((int) Math.ceil(share * ascending.size()) - 1));
  }
}
