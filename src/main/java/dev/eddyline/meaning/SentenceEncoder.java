package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;

/** Tells what a text means. */
@FunctionalInterface
public interface SentenceEncoder {

  /** The direction in which the text lies; the same for the same text. */
  SentenceVector vector(String text);
}
