package dev.eddyline.task;

import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;

/**
 * The combined results of all detectors for one event.
 *
 * @param loops the loops that it closed
 * @param reasonForNoLoop why a repetition does not count as a loop, if so
 * @param failures the task's stored failures including this one, newest last; empty if the event is
 *     not one of them
 * @param unsettled whether the detectors processed the event and none has a result for it or waits
 *     for its meaning
 * @param question a request to the sentence model that must be answered first
 * @param offGraphTransition the event's transition, if the workflow's graph does not have it
 */
record DetectionResults(
    List<FoundLoop> loops,
    Optional<String> reasonForNoLoop,
    List<FailureSignature> failures,
    boolean unsettled,
    Optional<MeaningQuestion> question,
    Optional<OffGraphTransition> offGraphTransition) {

  /** No detection. */
  static final DetectionResults NO_DETECTION =
      new DetectionResults(
          List.of(), Optional.empty(), List.of(), false, Optional.empty(), Optional.empty());

  DetectionResults {
    loops = List.copyOf(loops);
  }

  /**
   * The reason for a reply without a loop; empty if no reply is requested or the result is not
   * known yet.
   */
  Optional<String> reasonForReplyWithoutLoop(boolean replyRequested) {
    boolean isKnown = question.isEmpty() || LoopDecider.hasLoopToPublish(loops);
    return replyRequested && isKnown
        ? Optional.of(reasonForNoLoop.orElse(TaskEngine.NO_LOOP))
        : Optional.empty();
  }
}
