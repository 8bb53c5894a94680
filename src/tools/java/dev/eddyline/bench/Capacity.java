package dev.eddyline.bench;

/**
 * What Eddyline takes at most.
 *
 * @param eventsPerSecond events taken in a second
 * @param published records that it publishes for each event
 */
record Capacity(double eventsPerSecond, double published) {}
