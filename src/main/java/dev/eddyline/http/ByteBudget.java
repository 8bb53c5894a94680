package dev.eddyline.http;

import java.util.HashMap;
import java.util.Map;

/** Limits the bytes in memory, for all clients and for each client. Thread-safe. */
final class ByteBudget {

  private final long maxBytes;
  private final long maxBytesPerClient;
  private final Map<String, Long> reservedByClient = new HashMap<>();
  private long reserved;

  /** Creates a budget with a total and a limit per client, bytes. */
  ByteBudget(long maxBytes, long maxBytesPerClient) {
    this.maxBytes = maxBytes;
    this.maxBytesPerClient = maxBytesPerClient;
  }

  /** Reserves bytes for a client; false, without effect, if that exceeds a limit. */
  synchronized boolean tryReserve(String client, long bytes) {
    long own = reservedByClient.getOrDefault(client, 0L) + bytes;
    if (reserved + bytes > maxBytes || own > maxBytesPerClient) {
      return false;
    }
    reserved += bytes;
    reservedByClient.put(client, own);
    return true;
  }

  /** Releases bytes of a client. */
  synchronized void release(String client, long bytes) {
    reserved -= bytes;
    reservedByClient.computeIfPresent(client, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** Reserved bytes. */
  synchronized long reserved() {
    return reserved;
  }

  /** The number of clients with reserved bytes. */
  synchronized int clientCount() {
    return reservedByClient.size();
  }
}
