package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.GateJson;
import dev.eddyline.outputs.ResetJson;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import org.jspecify.annotations.Nullable;

/** An entry of a timeline, in JSON. */
public sealed interface EntryJson permits EntryJson.Output, EntryJson.Action {

  /** Description of the field in all outputs. */
  String TRACE_ID = "The W3C trace id of the event; null for an event without traceparent.";

  /** Event time, epoch milliseconds. */
  long at();

  /** A published output. */
  sealed interface Output extends EntryJson permits Verdict, Gate, Reset {}

  /** A published verdict. */
  @Doc("A verdict, with its event time and trace.")
  record Verdict(
      @JsonUnwrapped VerdictJson verdict,
      @Doc("Event time, epoch milliseconds.") long at,
      @Doc(TRACE_ID) @Nullable String traceId)
      implements Output {}

  /** A published change of a gate. */
  @Doc("A change of a gate, with its event time and trace.")
  record Gate(
      @JsonUnwrapped GateJson gate,
      @Doc("Event time, epoch milliseconds.") long at,
      @Doc(TRACE_ID) @Nullable String traceId)
      implements Output {}

  /** A published counter reset. */
  @Doc("A counter reset, with its event time and trace.")
  record Reset(
      @JsonUnwrapped ResetJson reset,
      @Doc("Event time, epoch milliseconds.") long at,
      @Doc(TRACE_ID) @Nullable String traceId)
      implements Output {}

  /** An action or failure of an agent, or the first event of the task. */
  @Doc(
      "An action or failure of an agent, or the first event of the task, from the task's histories.")
  record Action(
      @Doc(value = "The kind of entry.", allowed = "action") String kind,
      @Doc("Event time, epoch milliseconds.") long at,
      @Doc("The action in words.") String what,
      @Doc("The step that the task entered; null where it entered none.") @Nullable String step)
      implements EntryJson {

    /** An action of a task at a step, or at none. */
    public static Action of(long at, String what, @Nullable String step) {
      return new Action("action", at, what, step);
    }
  }

  /** The entry of an output, for a reader of this scope. */
  static Output of(OutputEntry output, TaskScope scope) {
    return of(output, output.areRemediesCovered(scope));
  }

  /** The entry of an output, with or without the remedies of other tasks. */
  static Output of(OutputEntry output, boolean areRemediesShown) {
    if (output.record() instanceof LoopVerdict verdict) {
      return new Verdict(VerdictJson.of(verdict), output.occurredAt(), output.traceId());
    }
    if (output.record() instanceof GateTrigger gate) {
      return new Gate(GateJson.of(gate, areRemediesShown), output.occurredAt(), output.traceId());
    }
    return new Reset(
        ResetJson.of((LoopReset) output.record()), output.occurredAt(), output.traceId());
  }
}
