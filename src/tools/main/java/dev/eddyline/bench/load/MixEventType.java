package dev.eddyline.bench.load;

import java.util.Locale;

/** The event types of a mix; the start and end of a task are not included. */
enum MixEventType {
  RESPONSE_PRODUCED,
  TOOL_CALLED,
  TOOL_RETURNED,
  STEP_STARTED,
  COLLABORATION_REQUESTED,
  COLLABORATION_ANSWERED,
  PROGRESS_REPORTED,
  FAILURE_REPORTED;

  /** The name of the type in events in JSON form. */
  String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
