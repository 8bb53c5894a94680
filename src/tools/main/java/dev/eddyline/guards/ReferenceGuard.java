package dev.eddyline.guards;

import dev.eddyline.schema.AgentEvent;
import java.util.List;

/** The loop guard of another agent system, reimplemented for the events of one task. */
public interface ReferenceGuard {

  /** Name of the agent system, with the variant of the guard if it has several. */
  String name();

  /**
   * Finds the events at which the guard fires. A guard that asks before a call fires at the refused
   * call, one that compares results at the result.
   *
   * @param run all events of one task, in order
   * @return 0-based indices into the run, ascending
   */
  List<Integer> alarms(List<AgentEvent> run);
}
