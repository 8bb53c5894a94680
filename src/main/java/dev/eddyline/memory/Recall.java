package dev.eddyline.memory;

import java.util.List;

/** Looks up remedies in the loop memory. Lookups never block, and no verdict depends on them. */
@FunctionalInterface
public interface Recall {

  /** An empty loop memory. */
  Recall NOTHING = query -> List.of();

  /** Remedies of similar loops, best first, at most {@link Remedy#MOST}. */
  List<String> similar(LoopQuery query);
}
