package dev.eddyline.evaluate;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A run and what a judge found in it.
 *
 * @param alarms in the order of their events
 * @param firstGate index of the event that opened the first gate, if one opened
 */
record JudgedRun(LabelledRun run, List<Alarm> alarms, OptionalInt firstGate) {

  JudgedRun {
    alarms = List.copyOf(alarms);
  }

  RunLabel label() {
    return run.label();
  }

  /** The same run with only these alarms. */
  JudgedRun withAlarms(Predicate<Alarm> included) {
    return new JudgedRun(run, alarms.stream().filter(included).toList(), firstGate);
  }

  boolean hasAlarm() {
    return !alarms.isEmpty();
  }

  /** Whether there is an alarm, but only after the latest event that the label allows. */
  boolean isLate() {
    return hasAlarm()
        && label().latest().isPresent()
        && alarms.get(0).event() > label().latest().getAsInt();
  }

  /** The events with an alarm, in order. */
  IntStream alarmEvents() {
    return alarms.stream().mapToInt(Alarm::event);
  }

  /** The event that opened the first gate, if any. */
  IntStream gateEvents() {
    return firstGate.stream();
  }

  /** Whether the first alarm is in time. */
  boolean isFound() {
    return hasAlarm() && !isLate();
  }

  /** Whether an alarm is within {@code tolerance} events of this event. */
  boolean hasAlarmNear(int event, int tolerance) {
    return alarms.stream().anyMatch(alarm -> Math.abs(alarm.event() - event) <= tolerance);
  }

  /**
   * Whether an alarm is false: the run must be silent, or its events are labelled and none is near.
   */
  boolean isFalse(Alarm alarm, int tolerance) {
    return label().mustBeSilent()
        || label().loopEvents().isPresent() && !label().hasLoopEventNear(alarm.event(), tolerance);
  }
}
