/** A reader for each format of session files, and what the readers share. */
package dev.eddyline.sessions.format;
