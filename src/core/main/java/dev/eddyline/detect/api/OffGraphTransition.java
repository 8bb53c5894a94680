package dev.eddyline.detect.api;

import dev.eddyline.schema.OffGraph;
import java.util.Objects;

/**
 * A transition of a task that its workflow's graph does not have: not a loop, but reported.
 *
 * @param edge source and target
 * @param reason what is wrong with it, in one sentence
 * @param isNew whether it is published unasked: once per run, up to a maximum of transitions
 */
public record OffGraphTransition(OffGraph edge, String reason, boolean isNew) {

  public OffGraphTransition {
    Objects.requireNonNull(edge, "edge");
    Objects.requireNonNull(reason, "reason");
  }
}
