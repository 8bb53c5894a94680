package dev.eddyline.http;

/**
 * The part of a byte budget that one client uses.
 *
 * @param client its {@link ClientAddress}
 */
record Share(ByteBudget budget, String client) {

  /** Reserves bytes; false, without effect, if that exceeds a limit. */
  boolean take(long bytes) {
    return budget.take(client, bytes);
  }

  /** Releases reserved bytes. */
  void giveBack(long bytes) {
    budget.giveBack(client, bytes);
  }
}
