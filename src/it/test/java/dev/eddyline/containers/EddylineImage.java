package dev.eddyline.containers;

import com.github.dockerjava.api.command.BuildImageResultCallback;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.testcontainers.DockerClientFactory;

/** The image of deploy/Dockerfile, built once over the base image of the other containers. */
final class EddylineImage {

  private static final String DOCKERFILE = "deploy/Dockerfile";

  /** The files that .dockerignore includes. */
  private static final List<String> CONTEXT =
      List.of(
          DOCKERFILE,
          "deploy/image",
          "target/eddyline.jar",
          "target/eddyline-sbom.json",
          "target/image");

  private static final String NAME = "eddyline-test:local";
  private static final long BUILD_LIMIT_MINUTES = 5;

  private EddylineImage() {}

  /** The image's name; the first call builds it from the output of {@code mvn package}. */
  static String name() {
    return Built.BUILT;
  }

  private static final class Built {

    static final String BUILT = build();

    private static String build() {
      try {
        Path context = Files.createTempFile("eddyline-image", ".tar");
        try {
          pack(context);
          build(context);
        } finally {
          Files.delete(context);
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      return NAME;
    }

    private static void build(Path context) throws IOException {
      try (InputStream packed = Files.newInputStream(context)) {
        DockerClientFactory.lazyClient()
            .buildImageCmd(packed)
            .withDockerfilePath(DOCKERFILE)
            .withBuildArg("BASE", DockerEngine.BASE_IMAGE)
            .withTags(Set.of(NAME))
            .exec(new BuildImageResultCallback())
            .awaitImageId(BUILD_LIMIT_MINUTES, TimeUnit.MINUTES);
      }
    }

    private static void pack(Path context) throws IOException {
      try (OutputStream file = Files.newOutputStream(context);
          TarArchiveOutputStream tar = new TarArchiveOutputStream(file)) {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        for (String place : CONTEXT) {
          try (Stream<Path> files = Files.walk(Path.of(place))) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
              pack(tar, each);
            }
          }
        }
      }
    }

    private static void pack(TarArchiveOutputStream tar, Path file) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(file.toFile(), file.toString());
      entry.setMode(Files.isExecutable(file) ? 0100755 : 0100644);
      tar.putArchiveEntry(entry);
      Files.copy(file, tar);
      tar.closeArchiveEntry();
    }
  }
}
