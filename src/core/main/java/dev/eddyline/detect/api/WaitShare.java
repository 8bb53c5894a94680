package dev.eddyline.detect.api;

/** How much of a tool call is waiting. */
public enum WaitShare {
  /** Nothing. */
  NONE,
  /** A part of the command. */
  PART,
  /** All of it. */
  ALL
}
