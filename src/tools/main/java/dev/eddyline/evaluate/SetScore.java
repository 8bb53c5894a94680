package dev.eddyline.evaluate;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The score of a judge on a data set, or on the pooled sets of one label source.
 *
 * @param set its name
 * @param runs number of runs
 * @param events number of events
 * @param loops number of runs that are labelled as looping
 * @param loopFree number of runs that are labelled as not looping
 * @param asLabelled number of runs with a known label whose alarms and gate agree with it
 * @param all the score of all alarms
 * @param byDetector the score of each detector that raised an alarm
 * @param toAlarm delay to the first alarm
 * @param toGate delay to the first gate
 * @param silentEvents events of runs that must be silent
 * @param falseAlarms alarms in them
 * @param falseGates runs of any label with a gate that it forbids
 * @param missingGates runs without a gate that their label expects
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
    int asLabelled,
    DetectionScore all,
    SortedMap<String, DetectionScore> byDetector,
    Delay toAlarm,
    Delay toGate,
    long silentEvents,
    long falseAlarms,
    int falseGates,
    int missingGates,
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
        count(runs, run -> run.label().isLoop()),
        count(runs, run -> run.label().isLoopFree()),
        count(runs, run -> run.label().loop().isPresent() && run.isAsLabelled()),
        DetectionScore.compute(runs, tolerance),
        byDetector,
        Delay.toAlarm(runs, tolerance),
        Delay.toGate(runs, tolerance),
        countEvents(silent),
        countAlarms(silent),
        count(runs, JudgedRun::hasForbiddenGate),
        count(runs, JudgedRun::lacksGate),
        successful.size(),
        count(successful, JudgedRun::hasAlarm),
        countAlarms(successful));
  }

  private static int count(List<JudgedRun> runs, Predicate<JudgedRun> counted) {
    return (int) runs.stream().filter(counted).count();
  }

  private static long countEvents(List<JudgedRun> runs) {
    return runs.stream().mapToLong(run -> run.run().events().size()).sum();
  }

  private static long countAlarms(List<JudgedRun> runs) {
    return runs.stream().mapToLong(run -> run.alarms().size()).sum();
  }
}
