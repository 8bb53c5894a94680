package dev.eddyline.sessions.file;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * Reads the lines of a file that may grow. A line ends with a line feed; what follows the last one
 * is an incomplete line, which is read again when the file has grown.
 */
final class LineScanner implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final ReadableByteChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private final Line line = new Line();

  /** Offset of the next line. */
  private long offset;

  private long lines;
  private boolean isTooLong;

  LineScanner(Path file) throws IOException {
    channel = SessionInput.channel(file);
  }

  /** Bytes of a line, without copying them. */
  private static final class Line extends ByteArrayOutputStream {
    private Line() {
      super(BUFFER_BYTES);
    }

    private byte[] bytes() {
      return buf;
    }

    /** Releases the memory of an unusually long line. */
    @Override
    public synchronized void reset() {
      super.reset();
      if (buf.length > (1 << 20)) {
        buf = new byte[BUFFER_BYTES];
      }
    }
  }

  /** Reads the next complete line, if there is one. */
  boolean next() throws IOException {
    line.reset();
    isTooLong = false;
    skipByteOrderMark();
    long length = 0;
    while (true) {
      if (!buffer.hasRemaining() && !fill(offset + length)) {
        return false;
      }
      int start = buffer.position();
      int end = start;
      while (end < buffer.limit() && buffer.get(end) != '\n') {
        end++;
      }
      append(start, end - start);
      length += end - start;
      if (end < buffer.limit()) {
        buffer.position(end + 1);
        offset += length + 1;
        lines++;
        return true;
      }
      buffer.position(end);
    }
  }

  private boolean fill(long position) throws IOException {
    buffer.clear();
    try {
      readAt(buffer, position);
    } catch (EOFException | ZipException truncated) {
      if (buffer.position() == 0) {
        throw truncated;
      }
      // the bytes before are read first; the next call throws it again
    }
    buffer.flip();
    return buffer.hasRemaining();
  }

  /** A compressed file is read in one go: its position is where the last read ended. */
  private int readAt(ByteBuffer target, long position) throws IOException {
    return channel instanceof FileChannel file ? file.read(target, position) : channel.read(target);
  }

  /** Skips the byte order mark that some editors and shells write first. */
  private void skipByteOrderMark() throws IOException {
    if (offset == 0 && !buffer.hasRemaining() && fill(0) && buffer.limit() >= MARK.length) {
      byte[] start = Arrays.copyOf(buffer.array(), MARK.length);
      if (Arrays.equals(start, MARK)) {
        buffer.position(MARK.length);
        offset = MARK.length;
      }
    }
  }

  private void append(int start, int length) {
    isTooLong |= line.size() + length > RecordJson.MAX_BYTES;
    if (!isTooLong) {
      line.write(buffer.array(), start, length);
    }
  }

  /** Bytes of the line; only the first {@link #length} belong to it. */
  byte[] bytes() {
    return line.bytes();
  }

  /** Length of the line in bytes, or of the incomplete line at the end. */
  int length() {
    return line.size();
  }

  /** Whether the line is longer than a record may be; its bytes are incomplete. */
  boolean isTooLong() {
    return isTooLong;
  }

  /** Offset behind the last complete line. */
  long offset() {
    return offset;
  }

  /** Number of complete lines so far. */
  long lines() {
    return lines;
  }

  /** The first bytes of the file, or fewer if it is shorter. */
  byte[] readStart(int length) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(length);
    while (start.hasRemaining() && readAt(start, start.position()) > 0) {
      // reads on
    }
    return Arrays.copyOf(start.array(), start.position());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
