package dev.eddyline.detect;

/**
 * Reusable character buffers, one for reading and one for writing per thread. A buffer must not be
 * used by two operations at once.
 */
final class Room {

  /** Larger buffers are not reused. */
  private static final int MOST_KEPT = 1 << 16;

  private static final ThreadLocal<Room> WRITTEN = ThreadLocal.withInitial(Room::new);
  private static final ThreadLocal<Room> READ = ThreadLocal.withInitial(Room::new);

  private char[] kept = new char[1 << 12];

  private Room() {}

  /** A write buffer of at least this many characters, with undefined content. */
  static char[] of(int least) {
    return WRITTEN.get().atLeast(least);
  }

  /** A read buffer that begins with the characters of a text. */
  static char[] holding(String text) {
    return holding(text, text.length());
  }

  /** A read buffer that begins with the first {@code length} characters of a text. */
  static char[] holding(String text, int length) {
    char[] chars = READ.get().atLeast(length);
    text.getChars(0, length, chars, 0);
    return chars;
  }

  private char[] atLeast(int least) {
    if (kept.length >= least) {
      return kept;
    }
    char[] more = new char[Math.max(least, Math.min(2 * kept.length, MOST_KEPT))];
    if (more.length <= MOST_KEPT) {
      kept = more;
    }
    return more;
  }
}
