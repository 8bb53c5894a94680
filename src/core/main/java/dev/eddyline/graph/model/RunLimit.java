package dev.eddyline.graph.model;

import java.util.Objects;

/**
 * A limit with which the platform of a graph ends every run, apart from a known recursion limit.
 *
 * @param name its name for people
 * @param bounds whether it is meant to bound cycles; otherwise it only ends runs that went wrong
 */
public record RunLimit(String name, boolean bounds) {

  /** LangGraph's, which is a setting of each run. */
  public static final RunLimit LANGGRAPH =
      new RunLimit("LangGraph's recursion limit (recursion_limit in the run's config)", false);

  public RunLimit {
    Objects.requireNonNull(name, "name");
  }
}
