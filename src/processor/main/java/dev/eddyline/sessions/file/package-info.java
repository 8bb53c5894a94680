/**
 * Which files are sessions, in which format, and how their records are read: all at once, or as
 * they are appended.
 */
package dev.eddyline.sessions.file;
