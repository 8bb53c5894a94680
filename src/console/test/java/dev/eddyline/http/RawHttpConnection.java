package dev.eddyline.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A connection to a server on this machine, byte by byte. */
public final class RawHttpConnection implements AutoCloseable {

  private static final int LIMIT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  /** Connects to this port. */
  public RawHttpConnection(int port) {
    try {
      socket = new Socket("127.0.0.1", port);
      socket.setSoTimeout(LIMIT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  /** Sends a text; false where the other side has closed. */
  public boolean send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes; false where the other side has closed. */
  boolean send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /** The beginning of a request with a body. */
  RawHttpConnection post(String path, String... headers) {
    send(
        "POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n"
            .formatted(path, String.join("\r\n", headers)));
    return this;
  }

  /** A request without a body. */
  RawHttpConnection get(String path) {
    send("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path));
    return this;
  }

  /** The last request of the connection, without a body. */
  RawHttpConnection getLast(String path) {
    send("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(path));
    return this;
  }

  /** The status of the next answer; 0 where the connection ends instead. */
  int status() {
    String line = line();
    return line.isEmpty() ? 0 : Integer.parseInt(line.split(" ")[1]);
  }

  /** Whether unread bytes have arrived. */
  boolean isAnswered() {
    try {
      return in.available() > 0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Reads the headers of an answer that has no body. */
  void skipHeaders() {
    while (!line().isEmpty()) {
      continue;
    }
  }

  private String line() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = read(); next >= 0 && next != '\n'; next = read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  private int read() {
    try {
      return in.read();
    } catch (SocketTimeoutException silent) {
      throw new UncheckedIOException(silent);
    } catch (SocketException closed) {
      return -1;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** All remaining bytes until the other side closes. */
  public String rest() {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    for (int next = read(); next >= 0; next = read()) {
      rest.write(next);
    }
    return rest.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }
}
