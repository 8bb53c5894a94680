package dev.eddyline.notifier;

import dev.eddyline.schema.GateTrigger;
import java.util.Optional;

/**
 * A change of a gate for one target.
 *
 * @param change the change; its triggerId is the same at every attempt
 * @param gateUrl the gate's page in the console, if the console's address is configured
 * @param decisionUrl the page on which its receivers decide, if the target has such links
 */
record Notification(GateTrigger change, Optional<String> gateUrl, Optional<String> decisionUrl) {

  /** Identity of the change: a receiver that knows it has seen the notification. */
  String id() {
    return change.getTriggerId();
  }
}
