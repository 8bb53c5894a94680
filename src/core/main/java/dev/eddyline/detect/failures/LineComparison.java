package dev.eddyline.detect.failures;

/** What lines and columns of source code mean when failures are compared. */
public enum LineComparison {
  /** Another line is another failure. */
  COMPARED,
  /** Another line is another failure; a loop of weight 0 lists the two. */
  LISTED,
  /** Lines are volatile. */
  MASKED
}
