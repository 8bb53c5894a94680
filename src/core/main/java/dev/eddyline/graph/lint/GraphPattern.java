package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.WorkflowGraph;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names graphs in the lint file.
 *
 * @param text the graph's file or name, with {@code *} for any characters
 * @param line its line in the lint file, from 1
 */
public record GraphPattern(String text, int line) {

  /** Drops a leading dot, as in the names of files. */
  public GraphPattern {
    text = text.startsWith("./") ? text.substring(2) : text;
  }

  /** Whether it names a graph of a file. */
  public boolean matches(String file, WorkflowGraph graph) {
    return matchesFile(file)
        || regex().matcher(plain(graph.name())).matches()
        || regex().matcher(graph.workflowName(file)).matches();
  }

  /** Whether it names a file. */
  public boolean matchesFile(String file) {
    return regex().matcher(plain(file)).matches();
  }

  /**
   * Whether the graphs that it names would be found below a folder: all if it has the working
   * folder in it, except hidden files.
   */
  public boolean isWithin(Path folder) {
    Path here = Path.of("").toAbsolutePath();
    Path path = here.resolve(folder).normalize();
    boolean isHidden = ("/" + text).contains("/.");
    return !isHidden && (here.startsWith(path) || text.startsWith(plain(path.toString()) + "/"));
  }

  private Pattern regex() {
    return Pattern.compile(
        Pattern.compile("[*]+")
            .splitAsStream(text + "\0")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"))
            .replace("\0", ""));
  }

  /** A file's name relative to the working folder, without a leading dot and backslashes. */
  public static String plain(String file) {
    String here = Path.of("").toAbsolutePath() + "/";
    String path = (file.startsWith(here) ? file.substring(here.length()) : file).replace('\\', '/');
    return path.startsWith("./") ? path.substring(2) : path;
  }
}
