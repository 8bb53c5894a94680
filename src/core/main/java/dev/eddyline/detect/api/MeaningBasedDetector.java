package dev.eddyline.detect.api;

import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;

/**
 * A detector that may need the sentence model: it returns a question, and receives the answer
 * later.
 *
 * @param <H> its history
 * @param <L> its limits
 */
public interface MeaningBasedDetector<H, L extends Detector.Limits> extends Detector<H, L> {

  /** The body of the event that asked, as far as the detector needs it with the answer. */
  Object restoreEventBody(OpenRequest openRequest);

  /** Whether the event still waits for this answer. */
  boolean isAnswerPending(MeaningFound found, H history);

  /**
   * Handles the answer of the sentence model. Returns the same history if the event is not pending
   * any more.
   *
   * @param enriched the event that asked, with the current progress
   * @param lapses whether progress since the question cancels the loop
   */
  DetectionResult<H> onMeaningFound(
      MeaningFound found, EnrichedEvent enriched, H history, L limits, boolean lapses);
}
