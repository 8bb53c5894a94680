/** The record of a task that every event reads and writes, and its layout in bytes. */
package dev.eddyline.state;
