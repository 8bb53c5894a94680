/** The handlers of the routes that people see, except those of sessions and of ingestion. */
package dev.eddyline.console.pages;
