package dev.eddyline.graph.report;

/**
 * A hint that does not change the exit code, such as an entry of the lint file that has no use.
 *
 * @param file the file that it is about
 * @param line its line; 0: none
 * @param text the reason, and what to do
 */
public record LintNote(String file, int line, String text) {

  /** The file and the line. */
  String place() {
    return line > 0 ? file + ":" + line : file;
  }
}
