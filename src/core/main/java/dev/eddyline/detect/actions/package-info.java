/** Detectors of repeated tool calls, and of calls that bring nothing. */
package dev.eddyline.detect.actions;
