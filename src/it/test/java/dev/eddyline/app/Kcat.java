package dev.eddyline.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command line client kcat (librdkafka), which needs no Java. */
final class Kcat {

  private static final int LIMIT_SECONDS = 60;

  /** A separator that no record contains; a stack trace in a header contains tabs and line ends. */
  private static final byte SEPARATOR = 1;

  /** A record as kcat prints it; key and headers are UTF-8 texts. */
  record KcatRecord(String key, String headers, byte[] value) {}

  private final String bootstrap;

  Kcat(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /** Whether it is installed. */
  static boolean isInstalled() {
    try {
      return new ProcessBuilder("kcat", "-V").redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while looking for kcat", e);
    }
  }

  /** The metadata of the cluster: brokers, topics, partitions. */
  String listed() throws IOException, InterruptedException {
    return new String(run("-L"), StandardCharsets.UTF_8);
  }

  /** All committed records of a topic, to its end. */
  List<KcatRecord> read(String topic) throws IOException, InterruptedException {
    byte[] out =
        run("-C", "-q", "-e", "-t", topic, "-o", "beginning", "-f", "%k\\x01%h\\x01%S\\x01%s\n");
    List<KcatRecord> records = new ArrayList<>();
    ByteBuffer rest = ByteBuffer.wrap(out);
    while (rest.hasRemaining()) {
      String key = text(rest);
      String headers = text(rest);
      byte[] value = new byte[Math.max(0, Integer.parseInt(text(rest)))];
      rest.get(value);
      rest.get();
      records.add(new KcatRecord(key, headers, value));
    }
    return records;
  }

  /** Reads up to the next separator, and skips it. */
  private static String text(ByteBuffer rest) throws CharacterCodingException {
    int begin = rest.position();
    while (rest.get() != SEPARATOR) {
      // skip to the separator
    }
    ByteBuffer bytes = rest.duplicate().position(begin).limit(rest.position() - 1);
    // rejects invalid UTF-8
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  private byte[] run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("kcat", "-b", bootstrap), Arrays.stream(arguments)).toList();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream printed = process.getInputStream()) {
      printed.transferTo(out);
    }
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException(command + " failed");
    }
    return out.toByteArray();
  }
}
