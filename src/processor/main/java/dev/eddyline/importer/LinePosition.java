package dev.eddyline.importer;

import dev.eddyline.sessions.file.LineSession;
import java.io.IOException;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * How far a file of lines was read, and what shows that it is still the same file.
 *
 * @param fileKey identity of the file in its file system; empty where there is none
 * @param startHash hash of the file's first bytes
 * @param startLength how many bytes these are
 * @param offset end of the last line, in bytes
 */
record LinePosition(String fileKey, String startHash, int startLength, long offset) {

  private static final int START_BYTES = 1_024;

  /** The position of an open file. */
  static LinePosition of(LineSession file, String fileKey) throws IOException {
    int length = (int) Math.min(START_BYTES, file.offset());
    return new LinePosition(fileKey, startHash(file, length), length, file.offset());
  }

  /** The position after more lines of the same file. */
  LinePosition advance(LineSession file) throws IOException {
    return startLength == START_BYTES
        ? new LinePosition(fileKey, startHash, startLength, file.offset())
        : of(file, fileKey);
  }

  /** Whether a file begins with the same bytes. */
  boolean isStartOf(LineSession file) throws IOException {
    return startHash(file, startLength).equals(startHash);
  }

  private static String startHash(LineSession file, int length) throws IOException {
    return DigestUtils.sha256Hex(file.readStart(length));
  }
}
