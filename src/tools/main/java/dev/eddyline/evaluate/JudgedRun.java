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

  /** Whether an alarm finds the loop of the label. */
  boolean isFound() {
    return label().isLoop() && alarmEvents().anyMatch(label()::isInLoop);
  }

  /** Whether alarms come after the onset of the loop, but none in its spans. */
  boolean isLate() {
    return label().isLoop()
        && !isFound()
        && alarmEvents().anyMatch(event -> !label().isBeforeLoop(event));
  }

  /** Whether an alarm is before the loop of the label. */
  boolean isEarly() {
    return label().isLoop() && alarmEvents().anyMatch(label()::isBeforeLoop);
  }

  /** The events with an alarm, in order. */
  IntStream alarmEvents() {
    return alarms.stream().mapToInt(Alarm::event);
  }

  /** Whether a gate opened that the label forbids. */
  boolean hasForbiddenGate() {
    return firstGate.stream().anyMatch(label()::forbidsGateAt);
  }

  /** Whether the gate that the label expects did not open. */
  boolean lacksGate() {
    return label().expectsGate() && firstGate.isEmpty();
  }

  /** Whether alarms and gate agree with the label. */
  boolean isAsLabelled() {
    boolean areAlarmsRight = label().isLoop() ? isFound() && !isEarly() : !hasAlarm();
    return areAlarmsRight && !hasForbiddenGate() && !lacksGate();
  }

  /** Whether an alarm is within {@code tolerance} events of this event. */
  boolean hasAlarmNear(int event, int tolerance) {
    return alarms.stream().anyMatch(alarm -> Math.abs(alarm.event() - event) <= tolerance);
  }

  /**
   * Whether an alarm is false: the run must be silent, the loop has not begun, or the run's events
   * are labelled and none is near.
   */
  boolean isFalse(Alarm alarm, int tolerance) {
    return label().mustBeSilent()
        || label().isLoop() && label().isBeforeLoop(alarm.event())
        || label().loopEvents().isPresent() && !label().hasLoopEventNear(alarm.event(), tolerance);
  }
}
