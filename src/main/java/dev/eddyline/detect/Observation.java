package dev.eddyline.detect;

import dev.eddyline.graph.RunGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event with derived features, the input of detectors.
 *
 * @param event the event
 * @param at its event time, epoch milliseconds; the only time that detectors use
 * @param partition its partition of agent-events
 * @param offset its offset
 * @param costBefore what the task had cost before it
 * @param call for a tool result, the hash of the call that it answers, if known
 * @param retry for a tool result, whether it answers a transport retry, which is not a repetition
 * @param waiting whether the agent waits on purpose or for an unavailable service, so that equal
 *     calls do not count; false for a reported failure
 * @param news whether it is a new tool result; false for retries and while waiting
 * @param result the sketch of a tool result; empty for other events
 * @param counts the test counts in its text
 * @param external kind of the external fault (such as network), which only that rule evaluates;
 *     empty if it is none
 * @param signs the task's progress, this event included
 * @param texts its texts, masked and redacted
 * @param graph the graph of the task's workflow, if any
 */
public record Observation(
    AgentEvent event,
    long at,
    int partition,
    long offset,
    Cost costBefore,
    OptionalLong call,
    boolean retry,
    boolean waiting,
    boolean news,
    Optional<Sketch> result,
    Optional<TestCounts> counts,
    Optional<String> external,
    Signs signs,
    EventTexts texts,
    Optional<RunGraph> graph) {

  public Observation {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(costBefore, "costBefore");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(counts, "counts");
    Objects.requireNonNull(external, "external");
    Objects.requireNonNull(signs, "signs");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(graph, "graph");
  }

  /** An event without cached texts, in a workflow without a graph. */
  public Observation(
      AgentEvent event,
      long at,
      int partition,
      long offset,
      Cost costBefore,
      OptionalLong call,
      boolean retry,
      boolean waiting,
      boolean news,
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
        call,
        retry,
        waiting,
        news,
        result,
        counts,
        external,
        signs,
        new EventTexts(redaction),
        Optional.empty());
  }

  /** The redaction of its texts. */
  public Redaction redaction() {
    return texts.redaction();
  }

  /** The event as evidence, with redacted and truncated text. */
  public SeenEvent evidence(String what) {
    return seen(texts.redacted(what));
  }

  /** The event for a history, with redacted text truncated to a few words. */
  public SeenEvent remembered(String what) {
    return seen(Redaction.cut(texts.redacted(what), SeenEvents.MAX_KEPT));
  }

  /** The event for a history, without text. */
  public SeenEvent remembered() {
    return seen("");
  }

  private SeenEvent seen(String what) {
    return new SeenEvent(event.getEventId(), at, partition, offset, what);
  }
}
