package dev.eddyline.example;

import java.io.File;
import java.nio.file.Path;

/**
 * The client artifact for a program that depends on nothing else of Eddyline.
 *
 * @param target the build's output folder, after {@code mvn package}
 */
record ClientArtifact(Path target) {

  /** The jar. */
  Path jar() {
    return target.resolve("eddyline-client.jar");
  }

  /** The class path of such a program, as the README shows it. */
  String classPath() {
    return jar() + File.pathSeparator + target.resolve("client").resolve("lib").resolve("*");
  }
}
