package dev.eddyline.evaluate;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The score of a judge on a data set, or on the pooled sets of one label source.
 *
 * @param set its name
 * @param runs number of runs
 * @param events number of events
 * @param loops number of runs that are labelled as looping
 * @param loopFree number of runs that are labelled as not looping
 * @param all the score of all alarms
 * @param byDetector the score of each detector that raised an alarm
 * @param toAlarm delay to the first alarm
 * @param toGate delay to the first gate
 * @param silentEvents events of runs that must be silent
 * @param falseAlarms alarms in them
 * @param successful number of successful runs
 * @param disturbed successful runs with an alarm
 * @param disturbances alarms in successful runs
 */
record SetScore(
    String set,
    int runs,
    long events,
    int loops,
    int loopFree,
    DetectionScore all,
    SortedMap<String, DetectionScore> byDetector,
    Delay toAlarm,
    Delay toGate,
    long silentEvents,
    long falseAlarms,
    int successful,
    int disturbed,
    long disturbances) {

  static SetScore compute(String set, List<JudgedRun> runs, int tolerance) {
    SortedMap<String, DetectionScore> byDetector = new TreeMap<>();
    var detectors = new TreeSet<String>();
    runs.forEach(run -> run.alarms().forEach(alarm -> detectors.addAll(alarm.detectors())));
    for (String detector : detectors) {
      List<JudgedRun> byIt =
          runs.stream()
              .map(run -> run.withAlarms(alarm -> alarm.detectors().contains(detector)))
              .toList();
      byDetector.put(detector, DetectionScore.compute(byIt, tolerance));
    }
    List<JudgedRun> silent = runs.stream().filter(run -> run.label().mustBeSilent()).toList();
    List<JudgedRun> successful =
        runs.stream().filter(run -> run.label().isSuccessful() && !run.label().isLoop()).toList();
    return new SetScore(
        set,
        runs.size(),
        countEvents(runs),
        (int) runs.stream().filter(run -> run.label().isLoop()).count(),
        (int) runs.stream().filter(run -> run.label().isLoopFree()).count(),
        DetectionScore.compute(runs, tolerance),
        byDetector,
        Delay.measure(runs, tolerance, JudgedRun::alarmEvents),
        Delay.measure(runs, tolerance, JudgedRun::gateEvents),
        countEvents(silent),
        countAlarms(silent),
        successful.size(),
        (int) successful.stream().filter(JudgedRun::hasAlarm).count(),
        countAlarms(successful));
  }

  private static long countEvents(List<JudgedRun> runs) {
    return runs.stream().mapToLong(run -> run.run().events().size()).sum();
  }

  private static long countAlarms(List<JudgedRun> runs) {
    return runs.stream().mapToLong(run -> run.alarms().size()).sum();
  }
}
