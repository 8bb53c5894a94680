package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.OffGraph;
import org.jspecify.annotations.Nullable;

/** A transition that the workflow's graph does not have, in JSON. */
@Doc(of = OffGraph.class)
public record OffGraphJson(@Nullable String from, String to) {

  static @Nullable OffGraphJson of(@Nullable OffGraph move) {
    return move == null ? null : new OffGraphJson(move.getFrom(), move.getTo());
  }
}
