package dev.eddyline.fuzz;

import java.util.random.RandomGenerator;

/**
 * A reader of untrusted input, and inputs for it.
 *
 * @param <I> an input
 */
interface FuzzTarget<I> {

  /** Draws an input; reproducible by the random generator. */
  I draw(RandomGenerator random);

  /** Size of an input, in bytes or characters. */
  int size(I input);

  /** Bytes that reading an input of this size may allocate, garbage included. */
  default long maxAllocatedBytes(long size) {
    return (16L << 20) + 600 * size;
  }

  /**
   * Whether the reader accepts the input; false for a documented rejection. Throws for anything
   * else, and for a wrong result.
   */
  boolean acceptsInput(I input);

  /** The input as one line, for people. */
  String describeInput(I input);
}
