package dev.eddyline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folders of the build's modules, below {@code src}. */
public final class Modules {

  private static final Path ALL = Path.of("src");

  private Modules() {}

  /** The folders with this path below a module, for example {@code main/java}. */
  public static List<Path> folders(String path) throws IOException {
    try (Stream<Path> modules = Files.list(ALL)) {
      return modules
          .map(module -> module.resolve(path))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  /** The POM files below {@code src}. */
  public static List<Path> poms() throws IOException {
    try (Stream<Path> poms = Files.find(ALL, 3, (file, attributes) -> file.endsWith("pom.xml"))) {
      return poms.sorted().toList();
    }
  }
}
