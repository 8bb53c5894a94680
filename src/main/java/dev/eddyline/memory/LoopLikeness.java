package dev.eddyline.memory;

import java.time.Duration;

/** How alike is what looped in two loops. */
public interface LoopLikeness {

  /** What looped, made ready to be compared. */
  interface Ready {

    /** From 0 (nothing in common) to 1 (the same); symmetric. At once, on any thread. */
    double like(Ready other);
  }

  /** Makes ready what looped in a loop that is remembered. On the thread that reads. */
  Ready ready(String what);

  /**
   * Makes ready what looped in a loop that is asked about. On any thread; an event waits, so that
   * it never does.
   *
   * @param signature the loop's signature
   */
  default Ready asked(String signature, String what) {
    return ready(what);
  }

  /** From where on two loops are similar, 0 to 1. */
  double least();

  /** Finds out more about what was made ready, for about so long. On the thread that reads. */
  default void findOut(Duration most) {
    // all is known at once
  }
}
