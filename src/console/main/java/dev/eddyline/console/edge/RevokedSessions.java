package dev.eddyline.console.edge;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sessions that were revoked before they expired. An entry lasts until the session's expiry. */
final class RevokedSessions {

  /** Maximum of revoked sessions; the oldest revocation is evicted first. */
  private static final int MAX_REVOKED_SESSIONS = 100_000;

  private final InstantSource clock;
  private final Map<String, Long> expiryMillisBySessionId = new LinkedHashMap<>();

  RevokedSessions(InstantSource clock) {
    this.clock = clock;
  }

  /** Revokes a session. */
  synchronized void add(String id, long until) {
    long now = clock.millis();
    expiryMillisBySessionId.values().removeIf(end -> end <= now);
    if (until > now) {
      expiryMillisBySessionId.put(id, until);
    }
    if (expiryMillisBySessionId.size() > MAX_REVOKED_SESSIONS) {
      expiryMillisBySessionId.remove(expiryMillisBySessionId.keySet().iterator().next());
    }
  }

  /** Whether a session was revoked. */
  synchronized boolean contains(String id) {
    return expiryMillisBySessionId.containsKey(id);
  }
}
