package dev.eddyline.task;

import dev.eddyline.detect.MeaningQuestion;
import dev.eddyline.detect.OffGraphTransition;
import dev.eddyline.gate.Ruling;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;

/**
 * The combined results of all detectors for one event.
 *
 * @param loops the loops that it closed
 * @param forgiven why a repetition does not count as a loop, if so
 * @param failures the task's stored failures including this one, newest last; empty if the event is
 *     not one of them
 * @param unsettled whether the detectors processed the event and none has a result for it or waits
 *     for its meaning
 * @param question a request to the sentence model that must be answered first
 * @param offGraph the event's transition, if the workflow's graph does not have it
 */
record Detected(
    List<FoundLoop> loops,
    Optional<String> forgiven,
    List<FailureSignature> failures,
    boolean unsettled,
    Optional<MeaningQuestion> question,
    Optional<OffGraphTransition> offGraph) {

  /** No detection. */
  static final Detected NOTHING =
      new Detected(
          List.of(), Optional.empty(), List.of(), false, Optional.empty(), Optional.empty());

  Detected {
    loops = List.copyOf(loops);
  }

  /**
   * The reason for a reply without a loop; empty if no reply is requested or the result is not
   * known yet.
   */
  Optional<String> answer(boolean asked) {
    boolean isKnown = question.isEmpty() || Ruling.isPublished(loops);
    return asked && isKnown ? Optional.of(forgiven.orElse(TaskEngine.NO_LOOP)) : Optional.empty();
  }
}
