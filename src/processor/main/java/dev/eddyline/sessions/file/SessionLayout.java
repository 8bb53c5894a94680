package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.SessionFormat;
import java.util.Optional;

/**
 * What a session looks like.
 *
 * @param format its format
 * @param array field with the records of a JSON document, empty when the document is the array;
 *     absent when the records are lines, or files of a folder
 */
record SessionLayout(SessionFormat format, Optional<String> array) {

  /** Lines, or files of a folder. */
  static SessionLayout of(SessionFormat format) {
    return new SessionLayout(format, Optional.empty());
  }

  /** Whether the records are the lines of a file. */
  boolean isLines(boolean isFolder) {
    return array.isEmpty() && !isFolder && format.hasLines();
  }
}
