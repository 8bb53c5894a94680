package dev.eddyline.graph.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text of a file with graphs in the encoding that it names; UTF-8 without one. */
public final class GraphTextFile {

  private static final int INSPECTED_BYTES = 200;

  private static final Pattern XML_ENCODING =
      Pattern.compile("^\\s*<\\?xml[^>]*encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");

  private GraphTextFile() {}

  /**
   * The text of a file.
   *
   * @throws CharacterCodingException if it is not text in its encoding
   * @throws IOException if it cannot be read
   */
  public static String read(Path file) throws IOException {
    return decode(Files.readAllBytes(file));
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    Charset charset = charset(bytes);
    String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static Charset charset(byte[] bytes) {
    int first = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
    if (first == 0xFEFF || first == 0x003C) {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xFFFE || first == 0x3C00) {
      return StandardCharsets.UTF_16LE;
    }
    String start =
        new String(bytes, 0, Math.min(INSPECTED_BYTES, bytes.length), StandardCharsets.ISO_8859_1);
    Matcher named = XML_ENCODING.matcher(start);
    try {
      return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return StandardCharsets.UTF_8;
    }
  }
}
