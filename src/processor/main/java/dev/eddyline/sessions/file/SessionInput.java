package dev.eddyline.sessions.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Opens session files, which may be compressed with gzip. */
final class SessionInput {

  private static final String GZIP = ".gz";
  private static final String ZSTANDARD = ".zst";
  private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final String OPENCODE_DATABASE = "opencode.db";

  private SessionInput() {}

  /** Whether a file is compressed, by its name; such a file does not grow. */
  static boolean isCompressed(Path file) {
    return file.toString().endsWith(GZIP);
  }

  /** The name of a file without the ending of its compression. */
  static String plainName(Path file) {
    String name = String.valueOf(file.getFileName());
    return isCompressed(file) ? name.substring(0, name.length() - GZIP.length()) : name;
  }

  /** The uncompressed bytes of a file. */
  static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return isCompressed(file) ? new GZIPInputStream(in) : in;
    } catch (IOException invalid) {
      in.close();
      throw invalid;
    }
  }

  /** The uncompressed bytes of a file, which may grow unless it is compressed. */
  static ReadableByteChannel channel(Path file) throws IOException {
    return isCompressed(file)
        ? Channels.newChannel(open(file))
        : FileChannel.open(file, StandardOpenOption.READ);
  }

  /** What is wrong with a file that cannot be decompressed to its end. */
  static String problem(IOException compression) {
    return compression instanceof EOFException
        ? "ends before its compression does"
        : "is not valid gzip";
  }

  /** What a person can do about a file or folder that is not read. */
  static Optional<String> remedy(Path path) throws IOException {
    Path database = path.resolve(OPENCODE_DATABASE);
    Path sibling = path.toAbsolutePath().resolveSibling(OPENCODE_DATABASE);
    boolean hasDatabase =
        Files.isDirectory(path)
            ? Files.isRegularFile(database) || Files.isRegularFile(sibling)
            : isDatabase(path);
    if (hasDatabase) {
      return Optional.of(
          "this version of OpenCode stores sessions in a database; write each to a file with"
              + " 'opencode export SESSION > session.json', and name these files");
    }
    return path.toString().endsWith(ZSTANDARD)
        ? Optional.of("it is compressed; decompress it with 'zstd -d'")
        : Optional.empty();
  }

  /** Only regular files are examined: a pipe can be read only once. */
  private static boolean isDatabase(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(SQLITE.length), SQLITE);
    }
  }
}
