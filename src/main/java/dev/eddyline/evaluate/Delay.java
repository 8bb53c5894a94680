package dev.eddyline.evaluate;

import dev.eddyline.schema.ToolCalled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Distances from the first labelled event of a loop to its detection. A detection before the label
 * is a negative distance.
 *
 * @param events distances in events, ascending
 * @param calls distances in tool calls, ascending
 */
record Delay(List<Integer> events, List<Integer> calls) {

  /**
   * The delays of the runs that have both a labelled event and a detection.
   *
   * @param tolerance how many events before the label a detection may be; earlier ones do not count
   * @param detections the events that detect something, in order
   */
  static Delay measure(
      List<JudgedRun> runs, int tolerance, Function<JudgedRun, IntStream> detections) {
    List<Integer> events = new ArrayList<>();
    List<Integer> calls = new ArrayList<>();
    for (JudgedRun run : runs) {
      OptionalInt start = run.label().loopStart();
      if (!run.label().isLoop() || start.isEmpty()) {
        continue;
      }
      OptionalInt detected =
          detections.apply(run).filter(event -> event >= start.getAsInt() - tolerance).findFirst();
      if (detected.isPresent()) {
        events.add(detected.getAsInt() - start.getAsInt());
        calls.add(callsUpTo(detected.getAsInt(), run) - callsUpTo(start.getAsInt(), run));
      }
    }
    Collections.sort(events);
    Collections.sort(calls);
    return new Delay(events, calls);
  }

  private static int callsUpTo(int event, JudgedRun run) {
    return (int)
        run.run().events().subList(0, event + 1).stream()
            .filter(recorded -> recorded.event().getBody() instanceof ToolCalled)
            .count();
  }

  /** The number of detections. */
  int count() {
    return events.size();
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
