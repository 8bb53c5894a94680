package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The tables of a report, for text and HTML. */
final class EvaluationTables {

  private static final String NONE = "-";
  private static final double P90 = 0.9;

  private EvaluationTables() {}

  /** The tables of all policies, then the comparison with the reference guards. */
  static List<FigureTable> all(Evaluation evaluation) {
    List<FigureTable> tables = new ArrayList<>();
    for (JudgeScore policy : evaluation.policies()) {
      String name = "Policy " + policy.name() + ", ";
      tables.add(byRun(name + "by run", policy));
      tables.add(
          byEvent(
              name + "by labelled event (within %d events)".formatted(evaluation.tolerance()),
              policy));
      tables.add(delays(name + "delay from the event at which a verdict is wanted", policy));
      tables.add(falseAlarms(name + "false alarms", policy));
      tables.add(gates(name + "gates against the labels", policy));
      tables.add(byDetector(name + "by detector", policy));
    }
    tables.add(comparison(evaluation));
    return tables;
  }

  private static FigureTable byRun(String title, JudgeScore judge) {
    FigureTable table =
        new FigureTable(
            title,
            "set, runs, loop, no loop, found, late, early, false, as labelled, precision, recall, F1");
    for (SetScore set : labelled(judge)) {
      Accuracy accuracy = set.all().byRun();
      table.addRow(
          set.set(),
          set.runs(),
          set.loops(),
          set.loopFree(),
          set.all().found(),
          set.all().late(),
          set.all().early(),
          set.all().falseAlarms(),
          set.asLabelled(),
          interval(accuracy.precision()),
          interval(accuracy.recall()),
          f1(accuracy));
    }
    return table;
  }

  private static List<SetScore> labelled(JudgeScore judge) {
    return judge.sets().stream().filter(set -> set.loops() + set.loopFree() > 0).toList();
  }

  private static FigureTable byEvent(String title, JudgeScore judge) {
    FigureTable table =
        new FigureTable(title, "set, labelled, found, verdicts, at a label, precision, recall, F1");
    for (SetScore set : judge.sets()) {
      Accuracy accuracy = set.all().byEvent();
      if (accuracy.recall().total() > 0) {
        table.addRow(
            set.set(),
            accuracy.recall().total(),
            accuracy.recall().hits(),
            accuracy.precision().total(),
            accuracy.precision().hits(),
            interval(accuracy.precision()),
            interval(accuracy.recall()),
            f1(accuracy));
      }
    }
    return table;
  }

  private static FigureTable delays(String title, JudgeScore judge) {
    FigureTable table =
        new FigureTable(
            title, "set, to, loops, missed, events: median, 90 %, tool calls: median, 90 %");
    for (SetScore set : judge.sets()) {
      addDelay(table, set.set(), "first verdict", set.toAlarm());
      addDelay(table, set.set(), "gate", set.toGate());
    }
    return table;
  }

  private static void addDelay(FigureTable table, String set, String to, Delay delay) {
    if (delay.count() > 0) {
      table.addRow(
          set,
          to,
          delay.count(),
          delay.missed(),
          text(Delay.quantile(delay.events(), 0.5)),
          text(Delay.quantile(delay.events(), P90)),
          text(Delay.quantile(delay.calls(), 0.5)),
          text(Delay.quantile(delay.calls(), P90)));
    }
  }

  private static FigureTable falseAlarms(String title, JudgeScore judge) {
    FigureTable table =
        new FigureTable(
            title,
            "set, silent events, verdicts, per 1,000 events, successful runs, with a verdict,"
                + " verdicts per successful run");
    for (SetScore set : judge.sets()) {
      if (set.silentEvents() > 0) {
        table.addRow(
            set.set(),
            set.silentEvents(),
            set.falseAlarms(),
            ratio(1_000 * set.falseAlarms(), set.silentEvents()),
            set.successful(),
            set.successful() == 0 ? NONE : set.disturbed(),
            ratio(set.disturbances(), set.successful()));
      }
    }
    return table;
  }

  private static FigureTable gates(String title, JudgeScore judge) {
    FigureTable table = new FigureTable(title, "set, runs, forbidden gates, missing gates");
    for (SetScore set : judge.sets()) {
      table.addRow(set.set(), set.runs(), set.falseGates(), set.missingGates());
    }
    return table;
  }

  private static FigureTable byDetector(String title, JudgeScore judge) {
    FigureTable table =
        new FigureTable(
            title,
            "set, detector, found, false, precision, recall, F1, events: precision, recall, F1");
    for (SetScore set : labelled(judge)) {
      set.byDetector()
          .forEach(
              (detector, score) ->
                  table.addRow(
                      set.set(),
                      detector,
                      score.found(),
                      score.falseAlarms(),
                      interval(score.byRun().precision()),
                      interval(score.byRun().recall()),
                      f1(score.byRun()),
                      interval(score.byEvent().precision()),
                      interval(score.byEvent().recall()),
                      f1(score.byEvent())));
    }
    return table;
  }

  private static FigureTable comparison(Evaluation evaluation) {
    FigureTable table =
        new FigureTable(
            "Comparison by run",
            "set, guard, found, false, precision, recall, F1, verdicts per 1,000 silent events,"
                + " successful runs with a verdict");
    List<JudgeScore> judges = evaluation.judges();
    List<SetScore> sets = judges.get(0).sets();
    for (int i = 0; i < sets.size(); i++) {
      for (JudgeScore judge : judges) {
        SetScore set = judge.sets().get(i);
        if (set.loops() == 0 && set.silentEvents() == 0) {
          continue;
        }
        Accuracy accuracy = set.all().byRun();
        table.addRow(
            set.set(),
            judge.name(),
            set.all().found(),
            set.all().falseAlarms(),
            text(accuracy.precision().value()),
            text(accuracy.recall().value()),
            text(accuracy.f1()),
            ratio(1_000 * set.falseAlarms(), set.silentEvents()),
            set.successful() == 0 ? NONE : set.disturbed() + " of " + set.successful());
      }
    }
    return table;
  }

  private static String ratio(long hits, long total) {
    return total == 0 ? NONE : number((double) hits / total);
  }

  private static String interval(Proportion share) {
    return share.value().isEmpty()
        ? NONE
        : text(share.value()) + bounds(share.low(Proportion.Z_95), share.high(Proportion.Z_95));
  }

  private static String f1(Accuracy accuracy) {
    return accuracy.f1().isEmpty()
        ? NONE
        : text(accuracy.f1()) + bounds(accuracy.f1Low(), accuracy.f1High());
  }

  private static String bounds(double low, double high) {
    return " (" + number(low) + "–" + number(high) + ")";
  }

  private static String text(OptionalDouble value) {
    return value.isEmpty() ? NONE : number(value.getAsDouble());
  }

  private static String text(OptionalInt value) {
    if (value.isEmpty()) {
      return NONE;
    }
    return value.getAsInt() == Delay.NEVER ? "never" : String.valueOf(value.getAsInt());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
