/**
 * The running processor: start-up checks, the Kafka Streams instance, health, canary, reset,
 * erasure and take-over.
 */
package dev.eddyline.app;
