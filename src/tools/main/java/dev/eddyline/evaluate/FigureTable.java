package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a report.
 *
 * @param title its heading
 * @param columns heads of the columns
 * @param rows the cells, as many in each row as there are columns
 */
record FigureTable(String title, List<String> columns, List<List<String>> rows) {

  /** An empty table whose columns are separated by a comma and a space. */
  FigureTable(String title, String columns) {
    this(title, List.of(columns.split(", ", -1)), new ArrayList<>());
  }

  void addRow(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    if (row.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%s: a row must have %d cells, was %s".formatted(title, columns.size(), row));
    }
    rows.add(row);
  }

  /** The table as aligned text. */
  String toText() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns);
    lines.addAll(rows);
    StringBuilder text = new StringBuilder(title).append('\n');
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int column = 0; column < columns.size(); column++) {
        row.append("  ").append(line.get(column));
        row.append(" ".repeat(width(lines, column) - line.get(column).length()));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static int width(List<List<String>> lines, int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }
}
