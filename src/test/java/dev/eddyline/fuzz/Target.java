package dev.eddyline.fuzz;

import java.util.random.RandomGenerator;

/**
 * A reader of what others wrote, and inputs for it.
 *
 * @param <I> an input
 */
interface Target<I> {

  /** An input; equal lots give equal inputs. */
  I draw(RandomGenerator lots);

  /** Size of an input, in bytes or characters. */
  int size(I input);

  /** Bytes that reading an input of this size may allocate, garbage included. */
  default long allowance(long size) {
    return (16L << 20) + 600 * size;
  }

  /**
   * Whether the reader takes the input; false when it refuses it as its documentation says.
   * Whatever else comes out of it, or is wrong with what it read, is thrown.
   */
  boolean takes(I input);

  /** The input as one line, for people. */
  String shown(I input);
}
