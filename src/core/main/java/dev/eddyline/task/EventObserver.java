package dev.eddyline.task;

import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signs;
import java.util.List;
import java.util.Optional;

/**
 * Observes how the engine processes each event, to explain it to a person. It changes nothing; the
 * processor has {@link #NONE}.
 */
public interface EventObserver {

  /** Observes nothing. */
  EventObserver NONE = new EventObserver() {};

  /**
   * A detector has processed the event; not called for one that does not need the event.
   *
   * @param before its history before the event
   * @param after the same object if the event did not change it
   */
  default <H, L extends Detector.Limits> void onDetector(
      EnrichedEvent enriched, LimitedDetector<H, L> limited, H before, H after) {}

  /**
   * All detectors have processed the event.
   *
   * @param policy the policy for its step and complexity
   * @param isMuted whether the policy mutes it
   * @param before the task's progress before the event
   * @param loops the loops that it closed
   * @param reasonForNoLoop why a repetition does not count, if so
   */
  default void onDetection(
      EnrichedEvent enriched,
      Policy policy,
      boolean isMuted,
      Signs before,
      List<FoundLoop> loops,
      Optional<String> reasonForNoLoop) {}

  /** The event was processed. */
  default void onProcessed(AgentEvent event, InputOutcome outcome) {}
}
