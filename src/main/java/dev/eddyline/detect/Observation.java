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
 * An event as the rules see it.
 *
 * @param event what happened
 * @param at its event time, epoch milliseconds: decides every rule
 * @param partition partition of agent-events that held it
 * @param offset its offset there
 * @param costBefore what the task had cost before it
 * @param call for a tool's result, the hash of the call that it answers, when that is known
 * @param retry for a tool's result, whether it answers a transport retry: never a repetition
 * @param waiting whether the agent waits on purpose, or for what is not available, so that equal
 *     calls do not count; never where it reports a failure of its own
 * @param news whether it brings a result of a tool that is really new; never of a retry, or while
 *     it waits
 * @param result the sketch of a tool's result; empty when the event brings none
 * @param counts what its text tells of tests
 * @param external kind of the external fault that it is (such as network), which no rule but that
 *     one takes; empty when it is none
 * @param signs the task's signs of life, this event included
 * @param texts its texts, masked and redacted
 * @param graph the graph of the task's workflow, where that has one
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

  /** An event whose texts nobody has asked for yet, in a workflow without a graph. */
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

  /** How its texts are made fit to leave. */
  public Redaction redaction() {
    return texts.redaction();
  }

  /** The event as evidence, its text cut and redacted. */
  public SeenEvent evidence(String what) {
    return seen(texts.redacted(what));
  }

  /** The event as a history keeps it, its text redacted and cut to a few words. */
  public SeenEvent remembered(String what) {
    return seen(Redaction.cut(texts.redacted(what), SeenEvents.MAX_KEPT));
  }

  /** The event as a history keeps it whose loop tells what happened. */
  public SeenEvent remembered() {
    return seen("");
  }

  private SeenEvent seen(String what) {
    return new SeenEvent(event.getEventId(), at, partition, offset, what);
  }
}
