/**
 * Telemetry of agents on its way to {@code agent-events}. A topology of its own reads OTLP bodies,
 * maps them, restores their order, and publishes the events exactly once.
 */
package dev.eddyline.gateway;
