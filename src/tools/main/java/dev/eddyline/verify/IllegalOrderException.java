package dev.eddyline.verify;

/** A partition's journal is not a legal merge of its inputs. */
final class IllegalOrderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Discrepancy discrepancy;

  IllegalOrderException(Discrepancy discrepancy) {
    super(discrepancy.toString());
    this.discrepancy = discrepancy;
  }

  /** The violation. */
  Discrepancy discrepancy() {
    return discrepancy;
  }
}
