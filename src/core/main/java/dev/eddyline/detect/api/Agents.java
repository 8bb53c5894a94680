package dev.eddyline.detect.api;

import java.util.ArrayList;
import java.util.List;

/** The agents of a loop: distinct, in order of appearance, bounded. */
public final class Agents {

  /** Maximum agents of one loop. */
  public static final int MAX = 8;

  private Agents() {}

  /** Adds an agent, unless it is present or the maximum is reached. */
  public static List<String> with(List<String> agents, String agent) {
    if (agents.contains(agent) || agents.size() >= MAX) {
      return agents;
    }
    List<String> more = new ArrayList<>(agents);
    more.add(agent);
    return List.copyOf(more);
  }
}
