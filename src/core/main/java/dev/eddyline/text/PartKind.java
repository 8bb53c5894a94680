package dev.eddyline.text;

import java.util.Locale;

/** A kind of part of a text: a class of volatile parts, or what must stay. */
public enum PartKind {
  /** Must stay: expected and actual values, exit and status codes, comparisons. */
  FIXED,
  /** A line or column of source code; volatile only where a policy says so. */
  LINE,
  /** A date and a time of day. */
  TIMESTAMP,
  /** A UUID. */
  UUID,
  /** A date. */
  DATE,
  /** A time of day. */
  TIME,
  /** An address in memory. */
  ADDRESS,
  /** A hash in hexadecimal digits. */
  HASH,
  /** A duration. */
  DURATION,
  /** The number of a process or thread. */
  PROCESS,
  /** A path below a folder for temporary files. */
  TEMPORARY_PATH,
  /** The port of a client behind an address. */
  CLIENT_PORT,
  /** An id behind a prefix such as {@code req_}. */
  PREFIXED_ID,
  /** A quoted name, or one that ends the text after a colon; volatile only in a template. */
  NAME;

  private final String title = name().toLowerCase(Locale.ROOT).replace('_', ' ');
  private final String mask = "<" + title + ">";
  private final long maskHash = Hash.of(mask);

  /** The name of the class, such as {@code temporary path}. */
  public String title() {
    return title;
  }

  /** What takes the place of a volatile part, such as {@code <time>}. */
  public String mask() {
    return mask;
  }

  /** A hash of the mask. */
  long maskHash() {
    return maskHash;
  }
}
