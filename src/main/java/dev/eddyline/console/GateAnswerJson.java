package dev.eddyline.console;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.eddyline.access.TaskScope;
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
record GateAnswerJson(
    @JsonUnwrapped GateJson gate,
    @Doc("Verdicts on the root task before the gate, newest first, 10 at most.") List<Tried> tried,
    @Doc("A decision that was published and has not taken effect yet.") @Nullable Pending pending) {

  private static final int MOST_TRIED = 10;

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

  /** The current gate, with the earlier verdicts that a scope covers. */
  static GateAnswerJson of(GateLine gate, Kept kept, TaskScope scope) {
    Kept.Pending pending = kept.pending(gate.gateId());
    return new GateAnswerJson(
        GateJson.of(gate.newest(), gate.told(), gate.openedAt()),
        tried(gate, kept, scope).stream().map(Tried::of).toList(),
        pending == null ? null : new Pending(pending.decision(), pending.by(), pending.at()));
  }

  /** Verdicts of the gate's root before its opening, newest first, without the opening one. */
  private static List<LoopVerdict> tried(GateLine gate, Kept kept, TaskScope scope) {
    TaskLine root = kept.task(gate.rootTaskId());
    if (root == null) {
      return List.of();
    }
    List<LoopVerdict> before = new ArrayList<>();
    for (Told told : root.story()) {
      boolean earlier =
          told.isFinding()
              && told.record() instanceof LoopVerdict verdict
              && told.at() <= gate.openedAt()
              && kept.isCovered(told, scope)
              && !gate.gateId().equals(verdict.getGateId());
      if (earlier) {
        before.add((LoopVerdict) told.record());
      }
    }
    Collections.reverse(before);
    return before.size() > MOST_TRIED ? before.subList(0, MOST_TRIED) : before;
  }
}
