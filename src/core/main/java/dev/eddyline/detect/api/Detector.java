package dev.eddyline.detect.api;

import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /** The loops that it finds, by type; their order is their precedence. */
  default List<LoopTraits> loops() {
    return List.of(LoopTraits.CUSTOM);
  }

  /** Where the detector's history is stored. */
  HistoryPlace<H> history();

  /**
   * Reads the detector's limits from its section of a policy; a detector that is not named is off.
   *
   * @param masking the policy's masking
   */
  L limits(Section section, Masking masking);

  /**
   * The types of the bodies of the events that the detector may support; default: all. A policy
   * reads them once.
   */
  default Set<Class<?>> eventTypes() {
    return EventTypes.ALL;
  }

  /** Whether this event can change the history; otherwise the history is not loaded. */
  default boolean supports(EnrichedEvent enriched) {
    return eventTypes().contains(enriched.event().getBody().getClass());
  }

  /**
   * Whether the detector needs its history for an event that it supports. Otherwise the event
   * neither changes the history nor closes a loop, and the history is not loaded.
   */
  default boolean needsHistory(EnrichedEvent enriched, L limits) {
    return true;
  }

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

  /** Whether the detector also receives transport retries of calls, and the results of such. */
  default boolean receivesTransportRetries() {
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
   * How far the history is towards a loop, such as {@code 2 of 3}, for people; empty if the event
   * is not counted or the detector has no such count.
   *
   * @param enriched an event that the detector has processed
   * @param history the history after it
   */
  default Optional<String> count(EnrichedEvent enriched, H history, L limits) {
    return Optional.empty();
  }

  /**
   * The history after progress that resets it; default: the empty one. Called only for detectors
   * whose limits say so and whose history is in the task's state; other histories are dropped.
   */
  default H onProgress(H history) {
    return history() instanceof HistoryPlace.InState<H> place ? place.empty() : history;
  }

  /**
   * The history after a counted loop of any detector. Called only for detectors whose history is in
   * the task's state.
   *
   * @param loop the event that closed the loop
   * @param cost cost of the task, including that event
   */
  default H onLoopDetected(SeenEvent loop, Cost cost, H history, L limits) {
    return history;
  }

  /**
   * The history after a verdict asked for this action. Called only for detectors whose history is
   * in the task's state.
   */
  default H onActionRequested(Action action, H history) {
    return history;
  }

  /**
   * The history after a reset of the loop counter; default: the empty one. Called only for
   * detectors whose history is in the task's state; other histories are dropped.
   */
  default H onCounterReset(H history) {
    return history() instanceof HistoryPlace.InState<H> place ? place.empty() : history;
  }
}
