package dev.eddyline.evaluate;

import dev.eddyline.text.CsvCell;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.StringJoiner;

/** The figures as CSV, for a file whose diff shows what changed. */
final class EvaluationCsv {

  private static final String HEAD =
      "guard,set,detector,runs,loops,loop_free,found,late,false,precision,recall,f1,"
          + "labelled_events,found_events,verdicts,verdicts_at_label,"
          + "median_delay_events,median_delay_calls,median_gate_delay_events,"
          + "silent_events,false_alarms,successful_runs,disturbed_runs,"
          + "early,as_labelled,false_gates,missing_gates\n";

  private EvaluationCsv() {}

  /** A line for each judge, set and detector; the line without a detector is about all. */
  static String render(Evaluation evaluation) {
    StringBuilder csv = new StringBuilder(HEAD);
    for (JudgeScore judge : evaluation.judges()) {
      for (SetScore set : judge.sets()) {
        csv.append(line(judge.name(), set, "", set.all()));
        set.byDetector()
            .forEach((detector, score) -> csv.append(line(judge.name(), set, detector, score)));
      }
    }
    return csv.toString();
  }

  private static String line(String judge, SetScore set, String detector, DetectionScore score) {
    Accuracy byRun = score.byRun();
    StringJoiner line =
        new StringJoiner(",")
            .add(CsvCell.of(judge))
            .add(CsvCell.of(set.set()))
            .add(CsvCell.of(detector))
            .add(String.valueOf(set.runs()))
            .add(String.valueOf(set.loops()))
            .add(String.valueOf(set.loopFree()))
            .add(String.valueOf(score.found()))
            .add(String.valueOf(score.late()))
            .add(String.valueOf(score.falseAlarms()))
            .add(ratio(byRun.precision().value()))
            .add(ratio(byRun.recall().value()))
            .add(ratio(byRun.f1()))
            .add(String.valueOf(score.byEvent().recall().total()))
            .add(String.valueOf(score.byEvent().recall().hits()))
            .add(String.valueOf(score.byEvent().precision().total()))
            .add(String.valueOf(score.byEvent().precision().hits()));
    if (detector.isEmpty()) {
      line.add(median(set.toAlarm().events()))
          .add(median(set.toAlarm().calls()))
          .add(median(set.toGate().events()))
          .add(String.valueOf(set.silentEvents()))
          .add(String.valueOf(set.falseAlarms()))
          .add(String.valueOf(set.successful()))
          .add(String.valueOf(set.disturbed()))
          .add(String.valueOf(score.early()))
          .add(String.valueOf(set.asLabelled()))
          .add(String.valueOf(set.falseGates()))
          .add(String.valueOf(set.missingGates()));
    } else {
      line.add(",,,,,,").add(String.valueOf(score.early())).add(",,");
    }
    return line + "\n";
  }

  /** The median of a delay; empty without loops. */
  static String median(List<Integer> ascending) {
    OptionalInt value = Delay.quantile(ascending, 0.5);
    if (value.isEmpty()) {
      return "";
    }
    return value.getAsInt() == Delay.NEVER ? "never" : String.valueOf(value.getAsInt());
  }

  private static String ratio(OptionalDouble value) {
    return value.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", value.getAsDouble());
  }
}
