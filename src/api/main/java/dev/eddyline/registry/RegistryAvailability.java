package dev.eddyline.registry;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the registry is available, over all calls. Logs an outage at its start and its
 * end, and in between after 1, 3, 7, … minutes, whatever the number of retries and threads.
 */
final class RegistryAvailability {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryAvailability.class);

  private static final Duration FIRST_REMINDER = Duration.ofMinutes(1);
  private static final Duration LONGEST_GAP = Duration.ofHours(1);

  private final String registry;
  private final AvailabilityListener listener;
  private final LongSupplier nanos;
  private String reason;
  private long outageStartNanos;
  private long lastLogNanos;
  private long gapNanos;

  /**
   * Tracks a registry.
   *
   * @param nanos a clock, nanoseconds
   */
  RegistryAvailability(String registry, AvailabilityListener listener, LongSupplier nanos) {
    this.registry = registry;
    this.listener = listener;
    this.nanos = nanos;
  }

  /** Notes that a call failed for this reason. */
  synchronized void markUnavailable(String newReason) {
    long now = nanos.getAsLong();
    if (reason == null) {
      outageStartNanos = now;
      gapNanos = FIRST_REMINDER.toNanos();
      lastLogNanos = now;
      LOG.atWarn()
          .setMessage("schema registry unavailable: work continues when it is available again")
          .addKeyValue("registry", registry)
          .addKeyValue("reason", newReason)
          .log();
    } else if (now - lastLogNanos >= gapNanos) {
      gapNanos = Math.min(2 * gapNanos, LONGEST_GAP.toNanos());
      lastLogNanos = now;
      LOG.atWarn()
          .setMessage("schema registry still unavailable")
          .addKeyValue("registry", registry)
          .addKeyValue("reason", newReason)
          .addKeyValue("outageSeconds", outageSeconds(now))
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
        .addKeyValue("outageSeconds", outageSeconds(nanos.getAsLong()))
        .log();
    reason = null;
    listener.onAvailable();
  }

  private long outageSeconds(long now) {
    return Duration.ofNanos(now - outageStartNanos).toSeconds();
  }
}
