package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.AgentEvent;
import java.util.List;

/** A coding agent whose hooks Eddyline understands. */
public interface HookAgent {

  /** Its name, in the route, on the command line and as the workflow of its events. */
  String name();

  /**
   * The events of a hook, oldest first; at most one of them requests a reply. A hook of an unknown
   * kind has none.
   *
   * @throws InvalidHookException when a field is missing or wrong
   */
  List<AgentEvent> events(HookCall hook);

  /** The answer to a hook, in the agent's own format. */
  ObjectNode answer(HookCall hook, HookInstruction guidance);

  /** The setup text for users: what to add to the agent so that it calls Eddyline. */
  String setup(HookTarget target);
}
