package dev.eddyline.evaluate;

import java.util.stream.Collectors;

/** The report as text: all tables that have rows. */
public final class EvaluationText {

  private EvaluationText() {}

  /** The report, which ends with a line feed. */
  public static String render(Evaluation evaluation) {
    return EvaluationTables.all(evaluation).stream()
        .filter(table -> !table.rows().isEmpty())
        .map(FigureTable::toText)
        .collect(Collectors.joining("\n"));
  }
}
