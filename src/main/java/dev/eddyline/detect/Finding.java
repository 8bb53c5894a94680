package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import java.util.Objects;
import java.util.Optional;

/**
 * What a rule answers to one event.
 *
 * @param loop the loop that the event closed, if any
 * @param history what the rule remembers from now on
 */
public record Finding<H>(Optional<FoundLoop> loop, H history) {

  public Finding {
    Objects.requireNonNull(loop, "loop");
    Objects.requireNonNull(history, "history");
  }

  /** No loop. */
  public static <H> Finding<H> none(H history) {
    return new Finding<>(Optional.empty(), history);
  }

  /** A loop. */
  public static <H> Finding<H> of(FoundLoop loop, H history) {
    return new Finding<>(Optional.of(loop), history);
  }
}
