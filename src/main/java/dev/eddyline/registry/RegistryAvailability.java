package dev.eddyline.registry;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the registry is available, over all calls: logs an outage once at its start and
 * once at its end, whatever the number of retries and threads.
 */
final class RegistryAvailability {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryAvailability.class);

  private final String registry;
  private final AvailabilityListener listener;
  private String reason;
  private Instant unavailableSince;

  RegistryAvailability(String registry, AvailabilityListener listener) {
    this.registry = registry;
    this.listener = listener;
  }

  /** Notes that a call failed for this reason. */
  synchronized void markUnavailable(String newReason) {
    if (reason == null) {
      unavailableSince = Instant.now();
      LOG.atWarn()
          .setMessage("schema registry unavailable: waiting for it")
          .addKeyValue("registry", registry)
          .addKeyValue("reason", newReason)
          .log();
    }
    if (!newReason.equals(reason)) {
      reason = newReason;
      listener.onUnavailable(newReason);
    }
  }

  /** Notes that a call succeeded. */
  synchronized void markAvailable() {
    if (reason == null) {
      return;
    }
    LOG.atInfo()
        .setMessage("schema registry available again")
        .addKeyValue("registry", registry)
        .addKeyValue("outageSeconds", Duration.between(unavailableSince, Instant.now()).toSeconds())
        .log();
    reason = null;
    listener.onAvailable();
  }
}
