package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import java.util.Objects;
import java.util.Optional;

/**
 * What a rule answers to one event.
 *
 * @param loop the loop that the event closed, if any
 * @param forgiven why what would have been a loop is none, if that is so, or what else is to be
 *     said where there is none
 * @param history what the rule remembers from now on
 * @param question what a sentence model must tell before it is known whether there is a loop
 */
public record Finding<H>(
    Optional<FoundLoop> loop,
    Optional<String> forgiven,
    H history,
    Optional<OpenQuestion> question) {

  public Finding {
    Objects.requireNonNull(loop, "loop");
    Objects.requireNonNull(forgiven, "forgiven");
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(question, "question");
  }

  /** A loop, a repetition that is forgiven, or neither. */
  public Finding(Optional<FoundLoop> loop, Optional<String> forgiven, H history) {
    this(loop, forgiven, history, Optional.empty());
  }

  /** A loop or none. */
  public Finding(Optional<FoundLoop> loop, H history) {
    this(loop, Optional.empty(), history);
  }

  /** No loop. */
  public static <H> Finding<H> none(H history) {
    return new Finding<>(Optional.empty(), history);
  }

  /** A loop. */
  public static <H> Finding<H> of(FoundLoop loop, H history) {
    return new Finding<>(Optional.of(loop), history);
  }

  /** A repetition that is forgiven, and why. */
  public static <H> Finding<H> forgiven(String reason, H history) {
    return new Finding<>(Optional.empty(), Optional.of(reason), history);
  }

  /** No loop yet: the meaning of what happened will tell. */
  static <H> Finding<H> open(OpenQuestion question, H history) {
    return new Finding<>(Optional.empty(), Optional.empty(), history, Optional.of(question));
  }

  /** No loop, but something to be said to who asks. */
  public static <H> Finding<H> noted(String what, H history) {
    return new Finding<>(Optional.empty(), Optional.of(what), history, Optional.empty());
  }
}
