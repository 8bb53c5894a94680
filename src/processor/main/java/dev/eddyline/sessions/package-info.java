/**
 * Session files of coding agents as events: a reader for each format. Readers are tolerant: unknown
 * records are counted and skipped, and no content of a file ends the reading.
 */
package dev.eddyline.sessions;
