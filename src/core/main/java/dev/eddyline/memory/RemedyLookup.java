package dev.eddyline.memory;

import java.util.List;

/** Looks up remedies in the loop memory. Lookups never block, and no verdict depends on them. */
@FunctionalInterface
public interface RemedyLookup {

  /** An empty loop memory. */
  RemedyLookup EMPTY = query -> List.of();

  /** Remedies of similar loops, best first, at most {@link Remedy#MAX_SHOWN_REMEDIES}. */
  List<String> findRemedyTexts(LoopQuery query);
}
