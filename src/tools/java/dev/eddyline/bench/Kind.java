package dev.eddyline.bench;

import java.util.Locale;

/** The types of events that a mix is made of; a run's one beginning and one end are not among. */
enum Kind {
  RESPONSE_PRODUCED,
  TOOL_CALLED,
  TOOL_RETURNED,
  STEP_STARTED,
  COLLABORATION_REQUESTED,
  COLLABORATION_ANSWERED,
  PROGRESS_REPORTED,
  FAILURE_REPORTED;

  /** The name of the type in events in JSON form. */
  String type() {
    return name().toLowerCase(Locale.ROOT);
  }
}
