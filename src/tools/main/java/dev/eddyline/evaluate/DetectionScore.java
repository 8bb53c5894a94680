package dev.eddyline.evaluate;

import java.util.List;
import java.util.function.Predicate;

/**
 * How well alarms agree with labels.
 *
 * @param found runs with a loop and an alarm in time
 * @param late runs with a loop whose alarms are too late; they count as missed
 * @param early runs with an alarm before their loop
 * @param falseAlarms runs without a loop, but with an alarm
 * @param byRun runs with and without a loop
 * @param byEvent runs whose events are labelled: alarms near a label, labelled events near an alarm
 */
record DetectionScore(
    int found, int late, int early, int falseAlarms, Accuracy byRun, Accuracy byEvent) {

  /** The score of these runs with their alarms. */
  static DetectionScore compute(List<JudgedRun> runs, int tolerance) {
    int found = count(runs, JudgedRun::isFound);
    int early = count(runs, JudgedRun::isEarly);
    int falseAlarms = count(runs, run -> run.label().isLoopFree() && run.hasAlarm());
    Accuracy byRun =
        new Accuracy(
            new Proportion(found, found + early + falseAlarms),
            new Proportion(found, count(runs, run -> run.label().isLoop())));
    return new DetectionScore(
        found, count(runs, JudgedRun::isLate), early, falseAlarms, byRun, byEvent(runs, tolerance));
  }

  private static int count(List<JudgedRun> runs, Predicate<JudgedRun> counted) {
    return (int) runs.stream().filter(counted).count();
  }

  private static Accuracy byEvent(List<JudgedRun> runs, int tolerance) {
    long alarms = 0;
    long nearLabel = 0;
    long labelled = 0;
    long foundEvents = 0;
    for (JudgedRun run : runs) {
      if (run.label().loopEvents().isPresent()) {
        alarms += run.alarms().size();
        nearLabel +=
            run.alarms().stream()
                .filter(alarm -> run.label().hasLoopEventNear(alarm.event(), tolerance))
                .count();
        labelled += run.label().loopEventCount();
        foundEvents +=
            run.label().loopEvents().get().stream()
                .filter(event -> run.hasAlarmNear(event, tolerance))
                .count();
      }
    }
    return new Accuracy(new Proportion(nearLabel, alarms), new Proportion(foundEvents, labelled));
  }
}
