package dev.eddyline.http;

/**
 * The part of a byte budget that one client uses.
 *
 * @param client its {@link ClientAddress}
 */
record ClientByteBudget(ByteBudget budget, String client) {

  /** Reserves bytes; false, without effect, if that exceeds a limit. */
  boolean tryReserve(long bytes) {
    return budget.tryReserve(client, bytes);
  }

  /** Releases reserved bytes. */
  void release(long bytes) {
    budget.release(client, bytes);
  }
}
