package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.SessionFormat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** A number for the sizes and times of a session's files: it differs when one was written to. */
final class SessionVersion {

  private static final int FACTOR = 31;

  private SessionVersion() {}

  static long of(Path path, SessionFormat format) throws IOException {
    List<Path> folders = new ArrayList<>();
    if (format == SessionFormat.OPENCODE && OpenCodeStorage.isSessionFile(path)) {
      folders.addAll(OpenCodeStorage.of(path).folders());
    } else if (Files.isDirectory(path)) {
      folders.add(path);
    }
    long version = versionOfFile(path);
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
          // a sum, as the order of a folder's files is not fixed
          for (Path file : files) {
            version += file.hashCode() + versionOfFile(file);
          }
        }
      }
    }
    return version;
  }

  private static long versionOfFile(Path file) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.size() * FACTOR
          + attributes.lastModifiedTime().toMillis() * FACTOR * FACTOR;
    } catch (NoSuchFileException deleted) {
      return 0;
    }
  }
}
