package dev.eddyline.registry;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the registry is available, over all calls: logs an outage once at its start and
 * once at its end, whatever the number of retries and threads.
 */
final class Availability {

  private static final Logger LOG = LoggerFactory.getLogger(Availability.class);

  private final String registry;
  private final AvailabilityListener listener;
  private String reason;
  private Instant since;

  Availability(String registry, AvailabilityListener listener) {
    this.registry = registry;
    this.listener = listener;
  }

  /** Notes that a call failed for this reason. */
  synchronized void down(String newReason) {
    if (reason == null) {
      since = Instant.now();
      LOG.atWarn()
          .setMessage("schema registry unavailable: waiting for it")
          .addKeyValue("registry", registry)
          .addKeyValue("reason", newReason)
          .log();
    }
    if (!newReason.equals(reason)) {
      reason = newReason;
      listener.down(newReason);
    }
  }

  /** Notes that a call succeeded. */
  synchronized void up() {
    if (reason == null) {
      return;
    }
    LOG.atInfo()
        .setMessage("schema registry available again")
        .addKeyValue("registry", registry)
        .addKeyValue("outageSeconds", Duration.between(since, Instant.now()).toSeconds())
        .log();
    reason = null;
    listener.up();
  }
}
