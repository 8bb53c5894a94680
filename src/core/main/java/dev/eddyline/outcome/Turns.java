package dev.eddyline.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether other agents of a task did or brought something since an agent's newest result.
 *
 * @param agents the agents, least recent first
 */
record Turns(List<Turn> agents) {

  static final Turns NONE = new Turns(List.of());

  private static final int MAX_AGENTS = 8;

  /**
   * An agent.
   *
   * @param agent hash of the agent
   * @param hasOthersWork whether others worked since its newest result
   */
  record Turn(int agent, boolean hasOthersWork) {}

  Turns {
    agents = List.copyOf(agents);
  }

  boolean haveOthersWorked(int agent) {
    return agents.stream().anyMatch(turn -> turn.agent() == agent && turn.hasOthersWork());
  }

  /** After a result of an agent, which may be work. */
  Turns with(int agent, boolean isWork) {
    List<Turn> now = new ArrayList<>();
    for (Turn turn : agents) {
      if (turn.agent() != agent) {
        now.add(isWork ? new Turn(turn.agent(), true) : turn);
      }
    }
    now.add(new Turn(agent, false));
    return new Turns(now.subList(Math.max(0, now.size() - MAX_AGENTS), now.size()));
  }
}
