package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A coding agent whose hooks Eddyline understands. */
public interface HookAgent {

  /** What an agent's hooks show of the results of tools. */
  enum ResultHooks {
    /** They report results, and take an answer. */
    ANSWERED,
    /** They report results, but take no answer. */
    OBSERVED,
    /** They report none. */
    NONE
  }

  /** Its name, in the route, on the command line and as the workflow of its events. */
  String name();

  /**
   * What a hook says.
   *
   * @throws InvalidHookException when a field is missing or wrong
   */
  HookReading read(HookCall hook);

  /** The answer to a hook, in the agent's own format. */
  ObjectNode answer(HookCall hook, HookInstruction guidance);

  /** The setup text for users: what to add to the agent so that it calls Eddyline. */
  String setup(HookTarget target);

  /** What its hooks show of results. */
  default ResultHooks resultHooks() {
    return ResultHooks.ANSWERED;
  }

  /** Whether it defers a call at an open gate where it runs without a terminal. */
  default boolean hasHeadlessMode() {
    return false;
  }

  /** The hooks of an invented tool call that fails, oldest first; all calls are equal. */
  List<ObjectNode> failingCall(String session, int number);
}
