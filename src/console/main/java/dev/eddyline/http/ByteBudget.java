package dev.eddyline.http;

import java.util.HashMap;
import java.util.Map;

/** Limits the bytes in memory, for all clients and for each client. Thread-safe. */
final class ByteBudget {

  private final long maxTotalBytes;
  private final long maxBytesPerClient;
  private final Map<String, Long> reservedBytesByClient = new HashMap<>();
  private long reservedBytes;

  /** Creates a budget with a total and a limit per client, bytes. */
  ByteBudget(long maxTotalBytes, long maxBytesPerClient) {
    this.maxTotalBytes = maxTotalBytes;
    this.maxBytesPerClient = maxBytesPerClient;
  }

  /** Reserves bytes for a client; false, without effect, if that exceeds a limit. */
  synchronized boolean tryReserve(String client, long bytes) {
    long own = reservedBytesByClient.getOrDefault(client, 0L) + bytes;
    if (reservedBytes + bytes > maxTotalBytes || own > maxBytesPerClient) {
      return false;
    }
    reservedBytes += bytes;
    reservedBytesByClient.put(client, own);
    return true;
  }

  /** Releases bytes of a client. */
  synchronized void release(String client, long bytes) {
    reservedBytes -= bytes;
    reservedBytesByClient.computeIfPresent(
        client, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** Reserved bytes. */
  synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** The number of clients with reserved bytes. */
  synchronized int clientCount() {
    return reservedBytesByClient.size();
  }
}
