package dev.eddyline.console;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sessions that were revoked before they expired. An entry lasts until the session's expiry. */
final class Revocations {

  /** Maximum of revoked sessions; the oldest revocation is evicted first. */
  private static final int MOST = 100_000;

  private final InstantSource clock;
  private final Map<String, Long> untilById = new LinkedHashMap<>();

  Revocations(InstantSource clock) {
    this.clock = clock;
  }

  /** Revokes a session. */
  synchronized void add(String id, long until) {
    long now = clock.millis();
    untilById.values().removeIf(end -> end <= now);
    if (until > now) {
      untilById.put(id, until);
    }
    if (untilById.size() > MOST) {
      untilById.remove(untilById.keySet().iterator().next());
    }
  }

  /** Whether a session was revoked. */
  synchronized boolean contains(String id) {
    return untilById.containsKey(id);
  }
}
