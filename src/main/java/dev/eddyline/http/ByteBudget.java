package dev.eddyline.http;

import java.util.HashMap;
import java.util.Map;

/** Bytes that may be in memory at a time, of all clients and of each. Safe for many threads. */
final class ByteBudget {

  private final long most;
  private final long mostOfClient;
  private final Map<String, Long> takenByClient = new HashMap<>();
  private long taken;

  /** A budget of so many bytes, of which one client may take a part. */
  ByteBudget(long most, long mostOfClient) {
    this.most = most;
    this.mostOfClient = mostOfClient;
  }

  /** Takes bytes for a client; false, and takes none, where it would be too many. */
  synchronized boolean take(String client, long bytes) {
    long own = takenByClient.getOrDefault(client, 0L) + bytes;
    if (taken + bytes > most || own > mostOfClient) {
      return false;
    }
    taken += bytes;
    takenByClient.put(client, own);
    return true;
  }

  /** Gives back bytes that this client took. */
  synchronized void giveBack(String client, long bytes) {
    taken -= bytes;
    takenByClient.computeIfPresent(client, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** Bytes that are taken now. */
  synchronized long taken() {
    return taken;
  }

  /** Clients that have taken some. */
  synchronized int clients() {
    return takenByClient.size();
  }
}
