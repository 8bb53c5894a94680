package dev.eddyline.detect.api;

import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.state.Costs;
import dev.eddyline.text.TestCounts;
import dev.eddyline.text.Truncation;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event with derived features, the input of detectors.
 *
 * @param event the event
 * @param eventTimeMillis its event time, epoch milliseconds; the only time that detectors use
 * @param partition its partition of agent-events
 * @param offset its offset
 * @param costBefore what the task had cost before it
 * @param silenceMillis time without an event of the task just before it, at least 0; for a tool
 *     result, before its call, or after it if that is longer and the tool did not fail
 * @param waits for a tool call, how much of it is waiting; otherwise nothing
 * @param waited for a tool call, whether a call that waits came just before it; for a result,
 *     whether its own call may be a poll
 * @param isInStep whether the task is in a step of its workflow
 * @param callHash for a tool result, the hash of the call that it answers, if known; for a call,
 *     its hash without explanations where outcomes decide
 * @param retry whether it is a transport retry of a call, or the second result of one; neither is a
 *     repetition
 * @param isAgentWaiting whether the agent waits on purpose or for an unavailable service, so that
 *     equal calls do not count; false for a reported failure
 * @param isNewResult whether it is a new tool result; false for retries and while waiting
 * @param result the fingerprint of a tool result; empty for other events
 * @param outcome what a finished tool call brought; empty for other events, for calls that are left
 *     out (waits, retries, muted tools, external faults) and where no detector uses outcomes
 * @param testCounts the test counts in its text
 * @param externalFaultKind kind of the external fault (such as network), which only that detector
 *     evaluates; empty if it is none
 * @param progress the task's progress, this event included
 * @param texts its texts, masked and redacted
 * @param graph the graph of the task's workflow, if any
 */
public record EnrichedEvent(
    AgentEvent event,
    long eventTimeMillis,
    int partition,
    long offset,
    Cost costBefore,
    long silenceMillis,
    WaitShare waits,
    boolean waited,
    boolean isInStep,
    OptionalLong callHash,
    boolean retry,
    boolean isAgentWaiting,
    boolean isNewResult,
    Optional<Sketch> result,
    Optional<CallOutcome> outcome,
    Optional<TestCounts> testCounts,
    Optional<String> externalFaultKind,
    Signs progress,
    EventTexts texts,
    Optional<TransitionLookup> graph) {

  public EnrichedEvent {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(costBefore, "costBefore");
    Objects.requireNonNull(waits, "waits");
    Objects.requireNonNull(callHash, "callHash");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(testCounts, "testCounts");
    Objects.requireNonNull(externalFaultKind, "externalFaultKind");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(graph, "graph");
  }

  /** An event without cached texts, in a workflow without a graph. */
  public EnrichedEvent(
      AgentEvent event,
      long at,
      int partition,
      long offset,
      Cost costBefore,
      OptionalLong call,
      boolean retry,
      boolean waiting,
      boolean isNewResult,
      Optional<Sketch> result,
      Optional<TestCounts> counts,
      Optional<String> external,
      Signs signs,
      Redaction redaction) {
    this(
        event,
        at,
        partition,
        offset,
        costBefore,
        0,
        WaitShare.NONE,
        false,
        false,
        call,
        retry,
        waiting,
        isNewResult,
        result,
        Optional.empty(),
        counts,
        external,
        signs,
        new EventTexts(redaction),
        Optional.empty());
  }

  /** The pause of the agent at the event. */
  public Polls.Pause pause() {
    return new Polls.Pause(silenceMillis, waited);
  }

  /** Cost of the task, including the event. */
  public Cost costAfter() {
    return Costs.plus(costBefore, event);
  }

  /** The redaction of its texts. */
  public Redaction redaction() {
    return texts.redaction();
  }

  /** The event as evidence, with redacted and truncated text. */
  public SeenEvent evidence(String what) {
    return toSeenEvent(texts.redacted(what));
  }

  /** The event for a history, with redacted text truncated to a few words. */
  public SeenEvent storedEvidence(String what) {
    return toSeenEvent(Truncation.shorten(texts.redacted(what), SeenEvents.MAX_EXCERPT_CHARS));
  }

  /** The event for a history, without text. */
  public SeenEvent storedEvidence() {
    return toSeenEvent("");
  }

  private SeenEvent toSeenEvent(String what) {
    return new SeenEvent(event.getEventId(), eventTimeMillis, partition, offset, what);
  }
}
