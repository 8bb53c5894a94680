package dev.eddyline.task;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Observation;
import dev.eddyline.detect.SignsOfLife;
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
    Observation seen = observe(hop, place, policy);
    TaskMemory session = TaskMemory.ofSession(event.getSessionId(), memory);
    List<FoundLoop> loops = new ArrayList<>(1);
    for (Detector<?, ?> rule : Detectors.OF_SESSIONS) {
      session.show(seen, rule, policy).loop().ifPresent(loops::add);
    }
    if (Ruling.isPublished(loops)) {
      Subject subject =
          Subject.of(event, TaskEngine.namedRoot(event), event.getWorkflow(), seen.at());
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

  private static Observation observe(SessionEvent hop, Place place, Policy policy) {
    AgentEvent event = hop.getEvent();
    return new Observation(
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
        SignsOfLife.none(),
        policy.redaction());
  }
}
