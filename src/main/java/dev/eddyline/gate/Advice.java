package dev.eddyline.gate;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Target;
import java.util.Objects;

/**
 * What the orchestrator is asked to do, in words that can be put in front of its agent.
 *
 * @param action the action
 * @param target who is to decide, for an escalation; otherwise null
 * @param text the action in words
 */
record Advice(Action action, Target target, String text) {

  private static final String ABORT_TEXT = "A person rejected this task: stop working on it.";
  private static final String GATE_TEXT =
      "A person must decide at the open gate before this task goes on: wait for the decision.";

  Advice {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(text, "text");
  }

  static Advice goOn() {
    return new Advice(Action.CONTINUE, null, "");
  }

  static Advice abort() {
    return new Advice(Action.ABORT, null, ABORT_TEXT);
  }

  static Advice atGate(OpenGate gate) {
    return new Advice(gate.getAction(), gate.getTarget(), GATE_TEXT);
  }

  /** Advice for a loop; at a threshold a person decides, before it the agent gets a hint. */
  static Advice forLoop(FoundLoop loop, boolean thresholdReached) {
    if (thresholdReached) {
      return new Advice(
          Action.ESCALATE,
          Target.USER,
          "%s (%d attempts). Stop here: a person must decide how this task goes on."
              .formatted(loop.getReason(), loop.getAttempts()));
    }
    String hint =
        switch (loop.getLoopType()) {
          case REPEATED_ACTION ->
              "%s. Calling it again will not change that: use what it said, or do something else."
                  .formatted(loop.getReason());
          default ->
              "%s (attempt %d): %s. Do not try the same again: find the cause, or change the approach."
                  .formatted(loop.getReason(), loop.getAttempts(), newest(loop));
        };
    return new Advice(Action.RETRY_WITH_HINT, null, hint);
  }

  private static String newest(FoundLoop loop) {
    int last = loop.getEvidence().size() - 1;
    return last < 0 ? "" : loop.getEvidence().get(last).getWhat();
  }
}
