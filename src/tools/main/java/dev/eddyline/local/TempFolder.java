package dev.eddyline.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is deleted with its contents. */
record TempFolder(Path path) {

  private static final int MAX_DELETE_ATTEMPTS = 20;

  /** A new folder, readable to its owner only, among the system's temporary files. */
  static TempFolder create(String name) throws IOException {
    return new TempFolder(Files.createTempDirectory("eddyline-" + name + "-"));
  }

  /** Deletes it; retries, because a server may still write into it. */
  void delete() throws IOException {
    FileSystemException failure = null;
    for (int attempt = 0; attempt < MAX_DELETE_ATTEMPTS && Files.exists(path); attempt++) {
      try {
        deleteOnce();
      } catch (FileSystemException e) {
        failure = e;
      }
    }
    if (failure != null && Files.exists(path)) {
      throw failure;
    }
  }

  private void deleteOnce() throws IOException {
    for (Path file : deepestFirst()) {
      Files.deleteIfExists(file);
    }
  }

  private List<Path> deepestFirst() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
