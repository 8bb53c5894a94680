package dev.eddyline.task;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.EnrichedEvent;
import dev.eddyline.detect.ProgressTracker;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs the session detectors on an event; its root decides on the loops. */
final class Sessions {

  private Sessions() {}

  /** Processes an event on its session's partition. */
  static void take(SessionEvent hop, Policy policy, Place place, Memory memory, Outbox outbox) {
    AgentEvent event = hop.getEvent();
    EnrichedEvent seen = observe(hop, place, policy);
    TaskMemory session = TaskMemory.ofSession(event.getSessionId(), memory);
    List<FoundLoop> loops = new ArrayList<>(1);
    for (Detector<?, ?> rule : Detectors.SESSION_SCOPED) {
      session.show(seen, rule, policy).loop().ifPresent(loops::add);
    }
    if (Ruling.isPublished(loops)) {
      Subject subject =
          Subject.of(event, TaskEngine.namedRoot(event), event.getWorkflow(), seen.eventTime());
      outbox.add(
          Signals.loop(
              subject,
              hop.getStep(),
              hop.getComplexity(),
              loops,
              hop.getTaskCost(),
              hop.getEpoch(),
              place.recordTime(),
              hop.getCounted(),
              false,
              Optional.empty(),
              outbox));
    }
  }

  private static EnrichedEvent observe(SessionEvent hop, Place place, Policy policy) {
    AgentEvent event = hop.getEvent();
    return new EnrichedEvent(
        event,
        place.eventTime(event.getOccurredAt()),
        place.partition(),
        place.offset(),
        hop.getTaskCost(),
        OptionalLong.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ProgressTracker.initialState(),
        policy.redaction());
  }
}
