package dev.eddyline.verify;

import java.util.Objects;

/**
 * One way in which what is committed is not what its inputs cause.
 *
 * @param kind of which sort
 * @param what it in words: which record, where, and what the rules say
 */
public record Discrepancy(Kind kind, String what) {

  /** The sorts of discrepancies. */
  public enum Kind {
    /** An input that never took effect, or an output that is not committed. */
    LOST,
    /** An input that took effect twice, or an output that is committed twice. */
    DOUBLED,
    /**
     * An order that is not legal, an output that is not as the rules say, or that nothing causes.
     */
    DIFFERENT
  }

  public Discrepancy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(what, "what");
  }

  @Override
  public String toString() {
    return kind + ": " + what;
  }
}
