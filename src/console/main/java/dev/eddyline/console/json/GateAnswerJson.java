package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.GateJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A gate with the verdicts before it and a pending decision, in JSON. */
@Doc("A gate, with the verdicts before it and a pending decision.")
public record GateAnswerJson(
    @JsonUnwrapped GateJson gate,
    @Doc("A key that is equal for gates with the same cause.") String cause,
    @Doc("Verdicts on the root task before the gate, newest first, 10 at most.") List<Tried> tried,
    @Doc(EntryJson.TRACE_ID) @Nullable String traceId,
    @Doc("A decision that was published and has not taken effect yet.") @Nullable Pending pending) {

  private static final int MAX_PREVIOUS_VERDICTS = 10;

  /** An earlier verdict. */
  @Doc("An earlier verdict.")
  record Tried(
      @Doc("When it was decided, epoch milliseconds.") long at,
      Action action,
      @Doc("Who was to decide, if anybody.") @Nullable Target target,
      @Doc("The action in words.") String text) {

    private static Tried of(LoopVerdict verdict) {
      return new Tried(
          verdict.getDecidedAt().toEpochMilli(),
          verdict.getAction(),
          verdict.getTarget(),
          verdict.getText());
    }
  }

  /** A pending decision. */
  @Doc("A pending decision.")
  record Pending(
      Decision decision,
      @Doc("Who decided.") String by,
      @Doc("When, epoch milliseconds.") long at) {}

  /** The current gate, with the remedies and the earlier verdicts that a scope covers. */
  public static GateAnswerJson of(
      GateProjection gate, OutputProjection projection, TaskScope scope) {
    OutputProjection.PendingDecision pending = projection.pending(gate.gateId());
    return new GateAnswerJson(
        GateJson.of(
            gate.newestChange(),
            gate.newestChangeWithEvidence(),
            gate.openedAt(),
            scope.coversTenant(gate.newestChangeWithEvidence().getTenant())),
        gate.cause(),
        tried(gate, projection, scope).stream().map(Tried::of).toList(),
        gate.traceId(),
        pending == null ? null : new Pending(pending.decision(), pending.by(), pending.at()));
  }

  /** Verdicts of the gate's root before its opening, newest first, without the opening one. */
  private static List<LoopVerdict> tried(
      GateProjection gate, OutputProjection projection, TaskScope scope) {
    TaskProjection root = projection.task(gate.rootTaskId());
    if (root == null) {
      return List.of();
    }
    List<LoopVerdict> before = new ArrayList<>();
    for (OutputEntry output : root.timelineOutputs()) {
      boolean earlier =
          output.isDetection()
              && output.record() instanceof LoopVerdict verdict
              && output.at() <= gate.openedAt()
              && projection.isCovered(output, scope)
              && !gate.gateId().equals(verdict.getGateId());
      if (earlier) {
        before.add((LoopVerdict) output.record());
      }
    }
    Collections.reverse(before);
    return before.size() > MAX_PREVIOUS_VERDICTS
        ? before.subList(0, MAX_PREVIOUS_VERDICTS)
        : before;
  }
}
