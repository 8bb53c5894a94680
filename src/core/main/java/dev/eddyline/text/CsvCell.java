package dev.eddyline.text;

/** A text as a cell of CSV (RFC 4180) that no spreadsheet evaluates as a formula. */
public final class CsvCell {

  private static final String FORMULA_STARTS = "=+-@\t\r";
  private static final String QUOTED_CHARS = "\",\r\n";

  private CsvCell() {}

  /** The cell; an apostrophe precedes a text that a spreadsheet would evaluate. */
  public static String of(String text) {
    boolean isFormula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    String safe = isFormula ? "'" + text : text;
    boolean isQuoted = safe.chars().anyMatch(it -> QUOTED_CHARS.indexOf(it) >= 0);
    return isQuoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
