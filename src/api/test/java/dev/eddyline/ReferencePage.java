package dev.eddyline;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;

/** A Markdown page that is generated from the code. */
public final class ReferencePage {

  private final StringBuilder text = new StringBuilder();

  /**
   * Starts a page.
   *
   * @param title its heading
   * @param readers whom it is for, and for what, to follow "This page is for"
   */
  public ReferencePage(String title, String readers) {
    text.append("<!-- Generated from the code by\n")
        .append(GeneratedFile.COMMAND)
        .append(" -->\n\n# ")
        .append(title)
        .append("\n\nThis page is for ")
        .append(readers)
        .append(". The code generates it.\n");
  }

  /** A heading below the title's. */
  public ReferencePage section(String heading) {
    text.append("\n## ").append(heading).append('\n');
    return this;
  }

  /** A paragraph, or any other Markdown block. */
  public ReferencePage block(String markdown) {
    text.append('\n').append(markdown.strip()).append('\n');
    return this;
  }

  /** The head of a table; its rows follow. */
  public ReferencePage table(String... columns) {
    text.append('\n');
    row(columns);
    return row(Collections.nCopies(columns.length, "---").toArray(String[]::new));
  }

  /** A row of the table whose head or row came before. */
  public ReferencePage row(String... cells) {
    text.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    return this;
  }

  /** A text in backticks; an empty one stays empty. */
  public static String code(String text) {
    return text.isEmpty() ? "" : "`" + text + "`";
  }

  /** The whole page. */
  public String text() {
    return text.toString();
  }
}
