/** Replay of recorded events with the processor's engine in one process, without Kafka. */
package dev.eddyline.replay;
