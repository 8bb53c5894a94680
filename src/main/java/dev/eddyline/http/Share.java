package dev.eddyline.http;

/**
 * What one client takes of a budget.
 *
 * @param client its {@link ClientAddress}
 */
record Share(ByteBudget budget, String client) {

  /** Takes bytes; false, and takes none, where it would be too many. */
  boolean take(long bytes) {
    return budget.take(client, bytes);
  }

  /** Gives back bytes that were taken. */
  void giveBack(long bytes) {
    budget.giveBack(client, bytes);
  }
}
