package dev.eddyline.memory;

import java.util.List;

/** What is remembered of loops: advice, on which nothing waits and no verdict depends. */
@FunctionalInterface
public interface Recall {

  /** Nothing is remembered. */
  Recall NOTHING = query -> List.of();

  /** How loops like this one were broken before, the best first, {@link Remedy#MOST} at most. */
  List<String> similar(LoopQuery query);
}
