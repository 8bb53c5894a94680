/** What clients publish over HTTP: events, hooks and telemetry. */
package dev.eddyline.console.ingest;
