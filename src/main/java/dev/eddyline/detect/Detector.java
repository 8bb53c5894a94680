package dev.eddyline.detect;

import dev.eddyline.text.Section;

/**
 * A rule: what happened, what it remembers and its limits go in; a loop or nothing and what it
 * remembers next come out. It keeps no state of its own.
 *
 * @param <H> what the rule remembers of a task; never changed in place
 * @param <L> the rule's limits
 */
public interface Detector<H, L extends Detector.Limits> {

  /** The limits of a rule. */
  interface Limits {

    /** Whether the rule is on. */
    boolean enabled();

    /** Whether a sign of life, a really new result or progress, makes the history start anew. */
    default boolean lifeForgives() {
      return false;
    }
  }

  /** Whose events a rule is shown. */
  enum Scope {
    /** All that happens in a task. */
    TASK,
    /** The tasks that a session takes up or completes; the history must be kept in a store. */
    SESSION
  }

  /** Whose events the rule is shown. */
  default Scope scope() {
    return Scope.TASK;
  }

  /** The name of the rule's section in a policy, such as {@code identical_failure}. */
  String key();

  /** The documents that ask for the rule, for people. */
  String origin();

  /** Where the rule's history is kept. */
  HistoryPlace<H> history();

  /**
   * The rule's limits as its section of a policy tells them; a rule that is not named is off.
   *
   * @param masking what the policy masks
   */
  L limits(Section section, Masking masking);

  /** Whether this event can change what the rule remembers; otherwise its history is not loaded. */
  boolean concerns(Observation seen);

  /**
   * Whether the rule is also shown what happens while the agent waits, on purpose or for what is
   * not available, which is no repetition: such a rule tells itself what of it counts. Failures of
   * its own that the agent reports meanwhile are shown to every rule.
   */
  default boolean seesWaiting() {
    return false;
  }

  /**
   * Whether the rule is also shown this event of a muted tool, step or agent: only to know that
   * something was done.
   */
  default boolean seesMuted(Observation seen) {
    return false;
  }

  /** Takes one event of the task. Work is bounded, whatever the task's length. */
  Finding<H> detect(Observation seen, H history, L limits);

  /**
   * What the rule remembers after the event closed a loop that counts, of whatever rule; asked of
   * rules whose history is within the task's state.
   */
  default H looped(Observation seen, H history, L limits) {
    return history;
  }
}
