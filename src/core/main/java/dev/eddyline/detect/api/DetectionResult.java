package dev.eddyline.detect.api;

import dev.eddyline.schema.FoundLoop;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a detector for one event.
 *
 * @param loop the loop that the event closed, if any
 * @param forgiven why a repetition is not a loop, or another remark without a loop
 * @param history the detector's next history
 * @param question the question to the sentence model that decides whether there is a loop
 * @param isNew whether the event is a response unlike those before, so that the task moves on
 * @param offGraph the event's transition, if the workflow's graph does not have it
 */
public record DetectionResult<H>(
    Optional<FoundLoop> loop,
    Optional<String> forgiven,
    H history,
    Optional<MeaningQuestion> question,
    Optional<OffGraphTransition> offGraph,
    boolean isNew) {

  public DetectionResult {
    Objects.requireNonNull(loop, "loop");
    Objects.requireNonNull(forgiven, "forgiven");
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(offGraph, "offGraph");
  }

  /** A loop, a forgiven repetition, or neither. */
  public DetectionResult(Optional<FoundLoop> loop, Optional<String> forgiven, H history) {
    this(loop, forgiven, history, Optional.empty(), Optional.empty(), false);
  }

  /** A loop or none. */
  public DetectionResult(Optional<FoundLoop> loop, H history) {
    this(loop, Optional.empty(), history);
  }

  /** No loop. */
  public static <H> DetectionResult<H> noLoop(H history) {
    return new DetectionResult<>(Optional.empty(), history);
  }

  /** A loop. */
  public static <H> DetectionResult<H> withLoop(FoundLoop loop, H history) {
    return new DetectionResult<>(Optional.of(loop), history);
  }

  /** A forgiven repetition, with the reason. */
  public static <H> DetectionResult<H> forgiven(String reason, H history) {
    return new DetectionResult<>(Optional.empty(), Optional.of(reason), history);
  }

  /** No loop yet: the sentence model decides later. */
  public static <H> DetectionResult<H> withMeaningQuestion(MeaningQuestion question, H history) {
    return new DetectionResult<>(
        Optional.empty(),
        Optional.empty(),
        history,
        Optional.of(question),
        Optional.empty(),
        false);
  }

  /** The same result for an event that brings something new. */
  public DetectionResult<H> ofNewResponse() {
    return new DetectionResult<>(loop, forgiven, history, question, offGraph, true);
  }

  /** No loop, but a transition that the workflow's graph does not have. */
  public static <H> DetectionResult<H> offGraph(OffGraphTransition move, H history) {
    return new DetectionResult<>(
        Optional.empty(),
        Optional.of(move.reason()),
        history,
        Optional.empty(),
        Optional.of(move),
        false);
  }
}
