package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/** Finds the parts of one text that are masked, and those that must stay, from left to right. */
interface PartFinder {

  /** Finds the next part that begins at an index or behind it; false when there is none. */
  boolean find(int from);

  /** Finds the part that begins at an index, which is none within a word; false for none. */
  boolean isAt(int place);

  /** Where the part that was found begins. */
  int start();

  /** Where it ends. */
  int end();

  /** What takes its place; null where it must stay. */
  @Nullable String mask();
}
