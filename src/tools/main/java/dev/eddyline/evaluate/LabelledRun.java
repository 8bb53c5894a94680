package dev.eddyline.evaluate;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A recorded run with its label.
 *
 * @param set the data set that it belongs to
 * @param name its name in the set
 * @param policy the policy that it was labelled for, if it names one
 * @param events at least one event, in order
 */
record LabelledRun(
    String set, String name, Optional<String> policy, List<RecordedEvent> events, RunLabel label) {

  LabelledRun {
    Objects.requireNonNull(set, "set");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(label, "label");
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException(set + "/" + name + ": a run has at least one event");
    }
  }
}
