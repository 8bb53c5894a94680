package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Signs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs the session detectors on an event; its root decides on the loops. */
final class SessionEventHandler {

  private SessionEventHandler() {}

  /** Processes an event on its session's partition. */
  static void handleSessionEvent(
      SessionEvent sessionEvent,
      Policy policy,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    AgentEvent event = sessionEvent.getEvent();
    EnrichedEvent enriched = toEnrichedEvent(sessionEvent, coordinates, policy);
    TaskContext session = TaskContext.forSession(event.getSessionId(), memory);
    List<FoundLoop> loops = new ArrayList<>(1);
    for (Detector<?, ?> rule : Detectors.SESSION_SCOPED) {
      session
          .runDetector(enriched, policy.limits().limited(rule), EventObserver.NONE)
          .loop()
          .ifPresent(loops::add);
    }
    if (LoopDecider.hasLoopToPublish(loops)) {
      VerdictSubject subject =
          VerdictSubject.of(
              event,
              TaskEngine.namedRoot(event),
              event.getWorkflow(),
              event.getTenant(),
              sessionEvent.getStep(),
              enriched.eventTimeMillis(),
              0);
      outbox.add(
          new Signal(
              Signals.newSubtaskLoop(
                      subject,
                      sessionEvent.getStep(),
                      sessionEvent.getComplexity(),
                      loops,
                      sessionEvent.getTaskCost(),
                      sessionEvent.getEpoch(),
                      coordinates.recordTime(),
                      outbox)
                  .setCounted(sessionEvent.getCounted())
                  .build()));
    }
  }

  /** One unit of progress if the task made any since its last event for the session. */
  private static Signs progress(SessionEvent sessionEvent) {
    Signs signs = ProgressTracker.initialState();
    if (sessionEvent.getProgress()) {
      signs.setProgress(1L);
    }
    return signs;
  }

  private static EnrichedEvent toEnrichedEvent(
      SessionEvent sessionEvent, RecordCoordinates coordinates, Policy policy) {
    AgentEvent event = sessionEvent.getEvent();
    return new EnrichedEvent(
        event,
        coordinates.eventTime(event.getOccurredAt()),
        coordinates.partition(),
        coordinates.offset(),
        sessionEvent.getTaskCost(),
        OptionalLong.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        progress(sessionEvent),
        policy.redaction());
  }
}
