package dev.eddyline.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** Checks the jars with custom detectors, because the JVM silently skips unreadable jars. */
final class CustomDetectorJars {

  /** Jars and folders of classes, as in a class path. */
  static final String VARIABLE = "EDDYLINE_RULES";

  private static final String ALL_JARS = "*";

  private CustomDetectorJars() {}

  /**
   * Whether all of them can be read; otherwise prints which cannot, and why.
   *
   * @param classPath the variable's value, or null
   */
  static boolean areReadable(String classPath, PrintWriter err) {
    boolean all = true;
    for (String entry : classPath == null ? new String[0] : classPath.split(File.pathSeparator)) {
      String problem = entry.isEmpty() ? "" : describeClassPathProblem(entry);
      if (!problem.isEmpty()) {
        err.println("eddyline: %s: %s: %s".formatted(VARIABLE, entry, problem));
        all = false;
      }
    }
    return all;
  }

  private static String describeClassPathProblem(String entry) {
    boolean folder = entry.equals(ALL_JARS) || entry.endsWith(File.separator + ALL_JARS);
    Path path = Path.of(folder ? entry.substring(0, entry.length() - 1) : entry);
    if (folder && !Files.isDirectory(path)) {
      return "no such folder";
    }
    if (!Files.exists(path)) {
      return "no such jar or folder";
    }
    if (Files.isDirectory(path)) {
      return Files.isReadable(path) ? "" : "cannot be read";
    }
    try {
      new ZipFile(path.toFile()).close();
      return "";
    } catch (IOException unreadable) {
      return "is not a readable jar: " + unreadable.getMessage();
    }
  }
}
