package dev.eddyline.bench;

/**
 * The measured capacity of Eddyline.
 *
 * @param eventsPerSecond events processed per second
 * @param published records that it publishes for each event
 */
record Capacity(double eventsPerSecond, double published) {}
