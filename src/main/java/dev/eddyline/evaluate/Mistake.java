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
    /** A loop without a verdict, at its first labelled event or its end. */
    MISSED_LOOP,
    /** A loop whose first verdict is too late. */
    LATE_VERDICT,
    /** A labelled event without a verdict near it, in a run with verdicts. */
    MISSED_EVENT,
    /** A verdict where the label says that there is no loop. */
    FALSE_ALARM;

    /** The name in reports. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** All mistakes in a run, in the order of their events. */
  static List<Mistake> findAll(JudgedRun run, int tolerance) {
    List<Mistake> mistakes = new ArrayList<>();
    if (run.label().isLoop() && !run.hasAlarm()) {
      int last = run.run().events().size() - 1;
      int end = run.label().latest().orElse(last);
      mistakes.add(new Mistake(Kind.MISSED_LOOP, run.label().loopStart().orElse(end)));
    } else if (run.label().isLoop() && run.isLate()) {
      mistakes.add(new Mistake(Kind.LATE_VERDICT, run.alarms().get(0).event()));
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
