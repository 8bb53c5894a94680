package dev.eddyline.metrics;

/**
 * Recent attempts at a task, as shown in the status.
 *
 * @param attemptCount attempts since the last reset, each within an hour of the one before
 * @param lastAttempt record time of the newest, epoch milliseconds
 */
public record RecentAttempts(int attemptCount, long lastAttempt) {}
