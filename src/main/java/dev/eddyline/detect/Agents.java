package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.List;

/** The agents that took part in a loop: each once, in the order of their coming, bounded. */
final class Agents {

  /** Agents named for one loop. */
  static final int MAX = 8;

  private Agents() {}

  /** The agents with one more, unless it is among them or the bound is reached. */
  static List<String> with(List<String> agents, String agent) {
    if (agents.contains(agent) || agents.size() >= MAX) {
      return agents;
    }
    List<String> more = new ArrayList<>(agents);
    more.add(agent);
    return List.copyOf(more);
  }
}
