package dev.eddyline.verify;

import java.util.Objects;

/**
 * A difference between the committed outputs and those that the inputs must cause.
 *
 * @param kind kind of the difference
 * @param what description: the record, its position, and the expected content
 */
public record Discrepancy(DiscrepancyKind kind, String what) {

  /** The kinds of discrepancies. */
  public enum DiscrepancyKind {
    /** An input that never took effect, or an output that is not committed. */
    LOST,
    /** An input that took effect twice, or an output that is committed twice. */
    DOUBLED,
    /** An illegal order, an output with unexpected content, or an output without a cause. */
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
