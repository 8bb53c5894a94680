package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/** Finds the parts of a text to mask, and those that must stay, from left to right. */
interface PartFinder {

  /** Finds the next part at or after an index; false for none. */
  boolean find(int from);

  /** Finds the part that begins at an index; false for none, and within a word. */
  boolean isAt(int place);

  /** Start of the found part. */
  int start();

  /** End of the found part. */
  int end();

  /** The mask; null if the part must stay. */
  @Nullable String mask();
}
