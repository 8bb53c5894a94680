package dev.eddyline.detect;

import dev.eddyline.text.Masking;
import dev.eddyline.yaml.Section;

/**
 * A detector: a pure function from an event, its history and its limits to a result and the next
 * history. It has no state of its own.
 *
 * @param <H> the detector's history of a task; immutable
 * @param <L> the detector's limits
 */
public interface Detector<H, L extends Detector.Limits> {

  /** The limits of a detector. */
  interface Limits {

    /** Whether the detector is on. */
    boolean enabled();

    /** Whether a new tool result or progress resets the history. */
    default boolean resetsOnProgress() {
      return false;
    }

    /** Whether a response unlike the earlier ones of its step resets the history, too. */
    default boolean resetsOnNewResponse() {
      return false;
    }
  }

  /** Which events a detector receives. */
  enum Scope {
    /** All events of a task. */
    TASK,
    /** Starts, attempts and completions of a session's tasks; the history must be in a store. */
    SESSION
  }

  /** Which events the detector receives. */
  default Scope scope() {
    return Scope.TASK;
  }

  /** The name of the detector's section in a policy, such as {@code identical_failure}. */
  String key();

  /** What the detector is for, in a few words, for documentation. */
  String purpose();

  /** Where the detector's history is stored. */
  HistoryPlace<H> history();

  /**
   * Reads the detector's limits from its section of a policy; a detector that is not named is off.
   *
   * @param masking the policy's masking
   */
  L limits(Section section, Masking masking);

  /** Whether this event can change the history; otherwise the history is not loaded. */
  boolean supports(EnrichedEvent enriched);

  /**
   * Whether the detector also receives events while the agent waits, on purpose or for an
   * unavailable service. Such events are not repetitions: the detector must check {@code
   * agentWaiting()}. Failures that the agent reports meanwhile go to every detector.
   */
  default boolean receivesEventsWhileWaiting() {
    return false;
  }

  /**
   * Whether the detector also receives this event of a muted tool, step or agent, as a sign of
   * activity only.
   */
  default boolean receivesMutedEvent(EnrichedEvent enriched) {
    return false;
  }

  /**
   * Whether a muted event that the detector supports resets its history: what was before and after
   * the event is not adjacent.
   */
  default boolean resetsOnMutedEvent() {
    return false;
  }

  /** Evaluates one event of the task. The work is bounded, independent of the task's length. */
  DetectionResult<H> detect(EnrichedEvent enriched, H history, L limits);

  /**
   * The history after the event closed a counted loop of any detector. Called only for detectors
   * whose history is in the task's state.
   */
  default H onLoopDetected(EnrichedEvent enriched, H history, L limits) {
    return history;
  }
}
