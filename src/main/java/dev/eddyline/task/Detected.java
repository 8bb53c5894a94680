package dev.eddyline.task;

import dev.eddyline.detect.OffGraphMove;
import dev.eddyline.detect.OpenQuestion;
import dev.eddyline.gate.Ruling;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;

/**
 * What all rules together answer to one event.
 *
 * @param loops the loops that it closed
 * @param forgiven why what would have been a loop is none, if that is so
 * @param failures what the task remembers of its failures from now on, this one last; empty where
 *     it is none of them
 * @param unsettled whether the rules saw it and none of them settles it, or waits for its meaning,
 *     were it a failure
 * @param question what a sentence model must tell before all is known
 * @param offGraph the move that the event is, where the workflow's graph does not have it
 */
record Detected(
    List<FoundLoop> loops,
    Optional<String> forgiven,
    List<FailureSignature> failures,
    boolean unsettled,
    Optional<OpenQuestion> question,
    Optional<OffGraphMove> offGraph) {

  /** Nothing found. */
  static final Detected NOTHING =
      new Detected(
          List.of(), Optional.empty(), List.of(), false, Optional.empty(), Optional.empty());

  Detected {
    loops = List.copyOf(loops);
  }

  /** Why there is no loop, for an asker; empty where that is not known yet. */
  Optional<String> answer(boolean asked) {
    boolean isKnown = question.isEmpty() || Ruling.isPublished(loops);
    return asked && isKnown ? Optional.of(forgiven.orElse(TaskEngine.NO_LOOP)) : Optional.empty();
  }
}
