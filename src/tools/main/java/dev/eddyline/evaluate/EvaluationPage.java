package dev.eddyline.evaluate;

import java.util.List;
import java.util.StringJoiner;

/**
 * The report as one HTML page without scripts or external resources. It has all tables, and below
 * them each run with a mistake, and each mistake opens at its place in the run.
 */
public final class EvaluationPage {

  /** Runs with mistakes that are shown for one policy; the others are counted. */
  private static final int MAX_RUNS = 500;

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>Eddyline: evaluation</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
      table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
      th, td { border-bottom: 1px solid #8886; padding: .2rem .6rem; text-align: left; vertical-align: top; }
      td { white-space: nowrap; }
      details td { white-space: normal; overflow-wrap: anywhere; }
      details.place { margin-left: 1.5rem; }
      tr.place { background: #f9731633; }
      details { margin: .3rem 0; }
      summary { cursor: pointer; }
      :root { color-scheme: light dark; }
      </style>
      </head>
      <body>
      <h1>Evaluation</h1>
      """;

  private EvaluationPage() {}

  /** The page. Texts of events are redacted, truncated and escaped. */
  public static String render(Evaluation evaluation) {
    StringBuilder page = new StringBuilder(HEAD);
    for (FigureTable table : EvaluationTables.all(evaluation)) {
      if (!table.rows().isEmpty()) {
        page.append("<h2>").append(MistakeSection.escape(table.title())).append("</h2>\n<table>\n");
        page.append(row("th", table.columns()));
        table.rows().forEach(cells -> page.append(row("td", cells)));
        page.append("</table>\n");
      }
    }
    for (JudgeScore policy : evaluation.policies()) {
      addMistakes(page, policy, evaluation);
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private static void addMistakes(StringBuilder page, JudgeScore policy, Evaluation evaluation) {
    MistakeSection section = new MistakeSection(evaluation.tolerance(), evaluation.redaction());
    page.append("<h2>Policy ")
        .append(MistakeSection.escape(policy.name()))
        .append(", misses and false alarms</h2>\n")
        .append("<p>Open a run, then a mistake, to see the events around it.</p>\n");
    List<JudgedRun> wrong =
        policy.runs().stream()
            .filter(run -> !Mistake.findAll(run, evaluation.tolerance()).isEmpty())
            .toList();
    wrong.stream().limit(MAX_RUNS).forEach(run -> page.append(section.render(run)));
    if (wrong.size() > MAX_RUNS) {
      page.append("<p>%d more runs are not shown.</p>%n".formatted(wrong.size() - MAX_RUNS));
    }
  }

  private static String row(String tag, List<String> cells) {
    StringJoiner row = new StringJoiner("", "<tr>", "</tr>\n");
    for (String cell : cells) {
      row.add("<%s>%s</%s>".formatted(tag, MistakeSection.escape(cell), tag));
    }
    return row.toString();
  }
}
