package dev.eddyline.task;

import dev.eddyline.schema.FoundLoop;
import java.util.List;
import java.util.Optional;

/**
 * What all rules together answer to one event.
 *
 * @param loops the loops that it closed
 * @param forgiven why what would have been a loop is none, if that is so
 */
record Detected(List<FoundLoop> loops, Optional<String> forgiven) {

  /** Nothing found. */
  static final Detected NOTHING = new Detected(List.of(), Optional.empty());

  Detected {
    loops = List.copyOf(loops);
  }
}
