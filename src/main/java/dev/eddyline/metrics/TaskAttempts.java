package dev.eddyline.metrics;

/**
 * How often a task was attempted lately, in document 004's words ("Dashboard").
 *
 * @param attemptCount attempts since the last reset, each within an hour of the one before
 * @param lastAttempt record time of the newest, epoch milliseconds
 */
public record TaskAttempts(int attemptCount, long lastAttempt) {}
