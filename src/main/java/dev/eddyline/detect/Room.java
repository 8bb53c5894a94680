package dev.eddyline.detect;

/**
 * Characters to be written over while one text is read, or put together from another: most texts
 * need no array of their own for it. One of each kind for each thread, so nothing that is done
 * meanwhile may need it.
 */
final class Room {

  /** More are not kept for the next text. */
  private static final int MOST_KEPT = 1 << 16;

  private static final ThreadLocal<Room> WRITTEN = ThreadLocal.withInitial(Room::new);
  private static final ThreadLocal<Room> READ = ThreadLocal.withInitial(Room::new);

  private char[] kept = new char[1 << 12];

  private Room() {}

  /** An array of at least so many characters to write, whatever these are. */
  static char[] of(int least) {
    return WRITTEN.get().atLeast(least);
  }

  /** An array that begins with the characters of a text, to read them. */
  static char[] holding(String text) {
    return holding(text, text.length());
  }

  /** An array that begins with so many characters of a text, to read them. */
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
