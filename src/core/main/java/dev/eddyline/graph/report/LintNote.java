package dev.eddyline.graph.report;

/**
 * A hint that does not change the exit code, such as an entry of the lint file that has no use.
 *
 * @param file the file that it is about
 * @param line its line
 * @param text the reason, and what to do
 */
public record LintNote(String file, int line, String text) {}
