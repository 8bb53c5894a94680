package dev.eddyline;

import java.nio.file.Files;
import java.nio.file.Path;

/** Test data that is not part of the repository, for tests with {@link NeedsSharedData}. */
public final class SharedData {

  /** The system property that names the folder. */
  static final String PROPERTY = "shared.dir";

  private SharedData() {}

  /** The path of a file or folder of the shared data. */
  public static Path path(String name) {
    Path path = Path.of(System.getProperty(PROPERTY), name);
    if (!Files.exists(path)) {
      throw new IllegalStateException("-D%s: there is no %s".formatted(PROPERTY, path));
    }
    return path;
  }
}
