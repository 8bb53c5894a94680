package dev.eddyline.graph.source;

import dev.eddyline.graph.lint.LintResult;
import java.util.Optional;

/** Provides the newest graphs; never blocks, thread-safe. */
@FunctionalInterface
public interface GraphSource {

  /** A source without graphs. */
  GraphSource NONE = () -> GraphSnapshot.NONE;

  /** The newest snapshot: the same object until something changes. */
  GraphSnapshot current();

  /**
   * The lint result of a graph, if it is known. This default lints at once. A source whose callers
   * must not wait returns nothing, and lints in another thread.
   */
  default Optional<LintResult> lintResultIfKnown(LoadedGraph graph) {
    return Optional.of(graph.lintResult());
  }
}
