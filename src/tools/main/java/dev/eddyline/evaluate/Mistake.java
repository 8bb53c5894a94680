package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;

/**
 * A disagreement of verdict and label.
 *
 * @param kind what is wrong
 * @param event index of the event at which it shows
 */
record Mistake(Kind kind, int event) {

  /** Kinds of mistakes; the name in lower case is in reports. */
  enum Kind {
    /** A loop without a verdict, where one is wanted, or at the end of the loop. */
    MISSED_LOOP,
    /** A loop whose verdicts are too late, at the first of them. */
    LATE_VERDICT,
    /** A labelled event without a verdict near it, in a run with verdicts. */
    MISSED_EVENT,
    /** A verdict where the label says that there is no loop, or before it. */
    FALSE_ALARM,
    /** A gate that the label forbids. */
    FALSE_GATE,
    /** A gate that the label expects did not open; at the end of the run. */
    MISSING_GATE;

    /** The name in reports. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** All mistakes in a run, in the order of their events. */
  static List<Mistake> findAll(JudgedRun run, int tolerance) {
    List<Mistake> mistakes = new ArrayList<>();
    int last = run.run().events().size() - 1;
    if (run.isLate()) {
      int late =
          run.alarmEvents().filter(event -> !run.label().isBeforeLoop(event)).min().orElse(0);
      mistakes.add(new Mistake(Kind.LATE_VERDICT, late));
    } else if (run.label().isLoop() && !run.isFound()) {
      int end = run.label().spans().isEmpty() ? last : run.label().spans().get(0).end();
      mistakes.add(new Mistake(Kind.MISSED_LOOP, run.label().wanted().orElse(end)));
    }
    if (run.hasForbiddenGate()) {
      mistakes.add(new Mistake(Kind.FALSE_GATE, run.firstGate().orElse(last)));
    }
    if (run.lacksGate()) {
      mistakes.add(new Mistake(Kind.MISSING_GATE, last));
    }
    if (run.hasAlarm()) {
      run.label()
          .loopEvents()
          .ifPresent(labelled -> addMissedEvents(labelled, run, tolerance, mistakes));
    }
    for (Alarm alarm : run.alarms()) {
      if (run.isFalse(alarm, tolerance)) {
        mistakes.add(new Mistake(Kind.FALSE_ALARM, alarm.event()));
      }
    }
    mistakes.sort(Comparator.comparingInt(Mistake::event));
    return mistakes;
  }

  private static void addMissedEvents(
      NavigableSet<Integer> labelled, JudgedRun run, int tolerance, List<Mistake> mistakes) {
    for (int event : labelled) {
      if (!run.hasAlarmNear(event, tolerance)) {
        mistakes.add(new Mistake(Kind.MISSED_EVENT, event));
      }
    }
  }
}
