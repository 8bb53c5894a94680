package dev.eddyline.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Splits a stream into lines of UTF-8 text; reports where a line is not UTF-8. Lines end as usual.
 */
final class LineSplitter {

  private final BufferedInputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private int next;

  LineSplitter(InputStream in) throws IOException {
    this.in = new BufferedInputStream(in, 1 << 16);
    next = this.in.read();
  }

  /** Reads the next line, if there is one. */
  boolean next() throws IOException {
    line.reset();
    if (next < 0) {
      return false;
    }
    while (next >= 0 && next != '\n' && next != '\r') {
      line.write(next);
      next = in.read();
    }
    boolean carriageReturn = next == '\r';
    next = in.read();
    if (carriageReturn && next == '\n') {
      next = in.read();
    }
    return true;
  }

  /** The line as text; bytes that are not UTF-8 are replaced. */
  String text() {
    return line.toString(StandardCharsets.UTF_8);
  }

  /** The first byte of the line that is not UTF-8, from 1; 0 if all are. */
  int invalidByte() {
    ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
    CharBuffer ignored = CharBuffer.allocate(bytes.remaining());
    decoder.reset();
    boolean isInvalid =
        decoder.decode(bytes, ignored, true).isError() || decoder.flush(ignored).isError();
    return isInvalid ? bytes.position() + 1 : 0;
  }
}
