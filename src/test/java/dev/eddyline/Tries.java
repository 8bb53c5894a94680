package dev.eddyline;

/** How many random inputs a test takes: few in the fast lane, many in the full one. */
public final class Tries {

  /** The tag of tests that the full lane repeats with more inputs. */
  public static final String TAG = "tries";

  private static final int FACTOR = Integer.getInteger("tries.factor", 1);

  private Tries() {}

  /** The number of inputs in this lane, for a number in the fast lane. */
  public static long times(int fast) {
    return (long) fast * FACTOR;
  }
}
