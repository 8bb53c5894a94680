package dev.eddyline.local;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with eddyline.jar and the servers that it can start. */
record Distribution(Path root) {

  /** The distribution that this class was loaded from, as a jar or as a folder of classes. */
  static Distribution current() {
    try {
      Path code =
          Path.of(Distribution.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = code.toAbsolutePath().getParent();
      Path inModule = Path.of("src", "tools", "target");
      return new Distribution(
          folder.endsWith(inModule)
              ? folder
                  .getRoot()
                  .resolve(folder.subpath(0, folder.getNameCount() - 3))
                  .resolve("target")
              : folder);
    } catch (URISyntaxException e) {
      throw new ServerStartException("cannot determine the location of eddyline.jar", e);
    }
  }

  /** The jar of Eddyline itself, whose manifest names its libraries. */
  Path eddylineJar() {
    Path jar = root.resolve("eddyline.jar");
    if (!Files.isRegularFile(jar)) {
      throw new ServerStartException(jar + " does not exist: in a checkout run: mvn package");
    }
    return jar;
  }

  /** The class path of the Kafka broker. */
  String brokerClassPath() {
    findSingleFile("broker", "kafka_*.jar");
    return root.resolve("broker").resolve("*").toString();
  }

  /** The registry's executable jar, whose manifest names its libraries. */
  Path registryJar() {
    return findSingleFile("registry", "apicurio-registry-app-*-runner.jar");
  }

  private Path findSingleFile(String folder, String pattern) {
    Path inside = root.resolve(folder);
    if (Files.isDirectory(inside)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(inside, pattern)) {
        for (Path file : found) {
          return file;
        }
      } catch (IOException e) {
        throw new ServerStartException("cannot read " + inside, e);
      }
    }
    throw new ServerStartException(
        "there is no %s in %s: unpack the whole distribution, or in a checkout run: mvn package"
            .formatted(pattern, inside));
  }
}
