package dev.eddyline.importer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What shows that a file was written to or replaced.
 *
 * @param fileKey identity in its file system; empty where there is none
 * @param size bytes
 * @param modifiedAt epoch milliseconds
 */
record FileVersion(String fileKey, long size, long modifiedAt) {

  /** A file that does not exist. */
  static final FileVersion NONE = new FileVersion("", -1, 0);

  /** The version of a file now. */
  static FileVersion of(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return NONE;
      }
      String key = attributes.fileKey() == null ? "" : attributes.fileKey().toString();
      return new FileVersion(key, attributes.size(), attributes.lastModifiedTime().toMillis());
    } catch (NoSuchFileException deleted) {
      return NONE;
    }
  }
}
