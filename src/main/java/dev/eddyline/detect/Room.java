package dev.eddyline.detect;

/**
 * Characters to be written over while one text is put together from another: most texts need no
 * array of their own for it. One for each thread, so nothing that is done meanwhile may need it.
 */
final class Room {

  /** More are not kept for the next text. */
  private static final int MOST_KEPT = 1 << 16;

  private static final ThreadLocal<char[]> KEPT = ThreadLocal.withInitial(() -> new char[1 << 12]);

  private Room() {}

  /** An array of at least so many characters, whatever these are. */
  static char[] of(int least) {
    char[] kept = KEPT.get();
    if (kept.length >= least) {
      return kept;
    }
    char[] more = new char[Math.max(least, Math.min(2 * kept.length, MOST_KEPT))];
    if (more.length <= MOST_KEPT) {
      KEPT.set(more);
    }
    return more;
  }
}
