/** Imports session files of coding agents: once, or as they grow, to a stream, HTTP or Kafka. */
package dev.eddyline.importer;
