package dev.eddyline.detect;

import dev.eddyline.schema.LoopType;

/**
 * A rule: what happened, what it remembers and its limits go in; a loop or nothing and what it
 * remembers next come out. It keeps no state of its own.
 *
 * @param <H> what the rule remembers of a task; never changed in place
 * @param <L> the rule's limits
 */
public interface Detector<H, L> {

  /** The kind of loop that this rule finds. */
  LoopType loopType();

  /** Whether this event can change what the rule remembers; otherwise its history is not loaded. */
  boolean concerns(Observation seen);

  /** Takes one event of the task. Work is bounded, whatever the task's length. */
  Finding<H> detect(Observation seen, H history, L limits);
}
