package dev.eddyline.replay;

import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signs;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.InputOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records how the engine processed the newest event. */
final class EventTrace implements EventObserver {

  private final Map<String, String> counts = new LinkedHashMap<>();
  private final List<String> changedDetectors = new ArrayList<>();
  private Optional<Detection> detection = Optional.empty();
  private Optional<InputOutcome> outcome = Optional.empty();

  /** The parameters of {@link EventObserver#onDetection}. */
  record Detection(
      EnrichedEvent enriched,
      Policy policy,
      boolean isMuted,
      Signs before,
      List<FoundLoop> loops,
      Optional<String> reasonForNoLoop) {}

  /** Prepares for the next event. */
  void clear() {
    counts.clear();
    changedDetectors.clear();
    detection = Optional.empty();
    outcome = Optional.empty();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a detector returns the same object for no change
  public <H, L extends Detector.Limits> void onDetector(
      EnrichedEvent enriched, LimitedDetector<H, L> limited, H before, H after) {
    if (before != after) {
      Detector<H, L> detector = limited.detector();
      changedDetectors.add(detector.key());
      detector
          .count(enriched, after, limited.limits())
          .ifPresent(count -> counts.put(detector.key(), count));
    }
  }

  @Override
  public void onDetection(
      EnrichedEvent enriched,
      Policy policy,
      boolean isMuted,
      Signs before,
      List<FoundLoop> loops,
      Optional<String> reasonForNoLoop) {
    detection =
        Optional.of(
            new Detection(enriched, policy, isMuted, before, List.copyOf(loops), reasonForNoLoop));
  }

  @Override
  public void onProcessed(AgentEvent event, InputOutcome processed) {
    outcome = Optional.of(processed);
  }

  /** How far each detector is that counted the event, by its key. */
  Map<String, String> counts() {
    return counts;
  }

  /** The keys of the detectors whose history the event changed. */
  List<String> changedDetectors() {
    return changedDetectors;
  }

  /** The detection; empty for an event that no detector receives. */
  Optional<Detection> detection() {
    return detection;
  }

  /** The outcome; empty for an event that was dead-lettered. */
  Optional<InputOutcome> outcome() {
    return outcome;
  }
}
