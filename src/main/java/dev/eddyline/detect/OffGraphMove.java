package dev.eddyline.detect;

import dev.eddyline.schema.OffGraph;
import java.util.Objects;

/**
 * A move of a task that the graph of its workflow does not have: no loop, but something to be said.
 *
 * @param move from where to where
 * @param reason what is wrong with it, in one sentence
 * @param isNew whether it is to be told although nobody asks: once for a run, of so many moves
 */
public record OffGraphMove(OffGraph move, String reason, boolean isNew) {

  public OffGraphMove {
    Objects.requireNonNull(move, "move");
    Objects.requireNonNull(reason, "reason");
  }
}
