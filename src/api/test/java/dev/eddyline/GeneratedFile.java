package dev.eddyline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the repository that is generated from the code, and checked against it. */
public final class GeneratedFile {

  /** Regenerates all generated files; for a shell in the project's folder. */
  public static final String COMMAND =
      "mvn -q -B test -Dgroups='docs | golden | accuracy' -Dgenerate";

  private static final boolean WRITE = System.getProperty("generate") != null;

  private GeneratedFile() {}

  /**
   * Asserts that a file of the repository has exactly this text; with the system property {@code
   * generate} writes it instead.
   *
   * @param file the path, relative to the project's folder
   */
  public static void check(Path file, String text) {
    try {
      if (WRITE) {
        Files.writeString(file, text);
      }
      assertThat(Files.readString(file))
          .as("%s is out of date; regenerate it with%n%n  %s%s%n%n", file, COMMAND, sharedData())
          .isEqualToNormalizingNewlines(text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or write " + file, e);
    }
  }

  /** The option that figures on shared data need; empty if this run has none. */
  private static String sharedData() {
    String folder = System.getProperty(SharedData.PROPERTY);
    return folder == null ? "" : " -D%s=%s".formatted(SharedData.PROPERTY, folder);
  }

  /**
   * Like {@link #check}, for one block of a page that is otherwise written by people.
   *
   * @param block the name in the two comments around it
   */
  public static void checkBlock(Path file, String block, String text) throws IOException {
    String start = "<!-- generated: %s, by %s -->\n".formatted(block, COMMAND);
    String end = "<!-- end of %s -->".formatted(block);
    String page = Files.readString(file);
    int from = page.indexOf(start) + start.length();
    int to = page.indexOf(end);
    assertThat(from).as("%s in %s", start, file).isBetween(start.length(), to);
    check(file, page.substring(0, from) + text + page.substring(to));
  }
}
