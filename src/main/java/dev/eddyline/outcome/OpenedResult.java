package dev.eddyline.outcome;

import java.util.List;

/**
 * A result without its envelope.
 *
 * @param text what it says; a field of JSON is a line with its name and value
 * @param saysFailed whether the envelope says that the call failed, for example by an exit code
 * @param isUnreadable whether it is only an image
 */
record OpenedResult(String text, boolean saysFailed, boolean isUnreadable) {

  /** Its lines, without blank ones. */
  List<String> lines() {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
