package dev.eddyline.http;

import java.util.HashMap;
import java.util.Map;

/** Limits the bytes in memory, for all clients and for each client. Thread-safe. */
final class ByteBudget {

  private final long most;
  private final long mostOfClient;
  private final Map<String, Long> takenByClient = new HashMap<>();
  private long taken;

  /** Creates a budget with a total and a limit per client, bytes. */
  ByteBudget(long most, long mostOfClient) {
    this.most = most;
    this.mostOfClient = mostOfClient;
  }

  /** Reserves bytes for a client; false, without effect, if that exceeds a limit. */
  synchronized boolean take(String client, long bytes) {
    long own = takenByClient.getOrDefault(client, 0L) + bytes;
    if (taken + bytes > most || own > mostOfClient) {
      return false;
    }
    taken += bytes;
    takenByClient.put(client, own);
    return true;
  }

  /** Releases bytes of a client. */
  synchronized void giveBack(String client, long bytes) {
    taken -= bytes;
    takenByClient.computeIfPresent(client, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** Reserved bytes. */
  synchronized long taken() {
    return taken;
  }

  /** The number of clients with reserved bytes. */
  synchronized int clients() {
    return takenByClient.size();
  }
}
