package dev.eddyline.memory;

/** How alike is what looped in two loops. It is asked while an event waits: it never waits. */
public interface LoopLikeness {

  /** What looped, made ready to be compared. */
  interface Ready {

    /** From 0 (nothing in common) to 1 (the same); symmetric. */
    double like(Ready other);
  }

  /** Makes ready what looped. */
  Ready ready(String what);

  /** From where on two loops are similar, 0 to 1. */
  double least();
}
