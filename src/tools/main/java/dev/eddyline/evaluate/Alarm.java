package dev.eddyline.evaluate;

import java.util.NavigableSet;

/**
 * A verdict about a loop, or the alarm of a reference guard.
 *
 * @param event index of the event that caused it
 * @param detectors loop types of all detections, in lower case; empty for a reference guard
 * @param reason the reason in one sentence; may be empty
 */
record Alarm(int event, NavigableSet<String> detectors, String reason) {}
