package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import dev.eddyline.schema.TaskState;
import dev.eddyline.text.WordBag;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes the tool calls in a task's state, and caches the decoded history there. */
final class ActionStore {

  private ActionStore() {}

  /** The history in a task's state; the decoded form is cached in the state. */
  static ActionHistory of(TaskState state) {
    if (state.getActions() instanceof LiveActions live) {
      return live.history();
    }
    ActionHistory history =
        read(state.getActions()).withNearCalls(NearCalls.fromState(state.getNear()));
    PackedActions names =
        PackedActions.named(state.getActions().getNames(), base(state.getActions()));
    state.setActions(new LiveActions(history, names));
    return history;
  }

  /** The stored history, decoded or cached, without calls compared by meaning. */
  static ActionHistory history(KeptActions kept) {
    return kept instanceof LiveActions live ? live.history() : read(kept);
  }

  /** Stores a history in the state. */
  static void keep(TaskState state, ActionHistory history) {
    if (!(state.getActions() instanceof LiveActions before)) {
      keep(state, history, PackedActions.NOTHING);
    } else if (before.history() != history) {
      keep(state, history, before.written());
    }
  }

  private static void keep(TaskState state, ActionHistory history, PackedActions written) {
    state.setActions(new LiveActions(history, written));
    state.setNear(history.nearCalls().toState());
  }

  /** Decodes the stored history, without calls compared by meaning. */
  static ActionHistory read(KeptActions kept) {
    List<ToolAction> recent = actions(kept.getRecent(), kept.getNewest(), kept);
    List<ToolAction> all = new ArrayList<>(recent);
    all.addAll(actions(kept.getEarlier(), kept.getOlder(), kept));
    List<Periodicity.Run<ToolAction>> runs = new ArrayList<>(kept.getRuns().size());
    for (KeptRun run : kept.getRuns()) {
      int start = run.getStart();
      runs.add(
          new Periodicity.Run<>(
              run.getLength(),
              start == PackedActions.NONE ? null : all.get(start).withoutResult()));
    }
    List<UnmatchedResult> lone = new ArrayList<>(kept.getLone().size());
    for (KeptResult result : kept.getLone()) {
      lone.add(
          new UnmatchedResult(
              kept.getNames().get(result.getTool()), Sketch.of(result.getResult())));
    }
    return new ActionHistory(
        kept.getPending().stream().map(PendingCall::fromState).toList(),
        recent,
        runs,
        kept.getAlike() == null ? null : alike(kept.getAlike(), all),
        lone,
        kept.getProgress(),
        NearCalls.NONE);
  }

  private static ActionBase base(KeptActions kept) {
    return new ActionBase(kept.getIds(), kept.getAt(), kept.getOffset());
  }

  /** Actions stored one by one (the older form) or packed. */
  private static List<ToolAction> actions(
      List<KeptAction> alone, ByteBuffer packed, KeptActions kept) {
    return packed.hasRemaining()
        ? new ActionForm(new PackedActions.Numbers(kept.getNames()), base(kept)).read(packed)
        : actions(alone, kept.getNames());
  }

  private static List<ToolAction> actions(List<KeptAction> kept, List<String> names) {
    List<ToolAction> actions = new ArrayList<>(kept.size());
    for (KeptAction action : kept) {
      actions.add(
          new ToolAction(
              action.getCall(),
              names.get(action.getTool()),
              action.getFailed(),
              action.getResult() == null ? null : Sketch.of(action.getResult()),
              names.get(action.getAgent()),
              action.getEventId(),
              action.getAt(),
              action.getPartition(),
              action.getOffset(),
              action.getTokens(),
              action.getCostUsd() == null ? 0 : action.getCostUsd()));
    }
    return actions;
  }

  private static SimilarResultRun alike(KeptAlike kept, List<ToolAction> all) {
    return new SimilarResultRun(
        all.get(kept.getFirst()).withoutResult(),
        kept.getCount(),
        kept.getCalls(),
        kept.getOthers(),
        kept.getLittle(),
        kept.getSame(),
        all.get(kept.getLast()),
        CallWords.of(WordBag.of(kept.getArguments())));
  }

  /** The stored form of a history, in full. */
  static KeptActions write(ActionHistory history) {
    return write(PackedActions.of(history, PackedActions.NOTHING));
  }

  /** The stored form of a cached history, in full. */
  static KeptActions write(LiveActions live) {
    return write(live.packed());
  }

  private static KeptActions write(PackedActions packed) {
    return new KeptActions(
        packed.names(),
        packed.calls().parts().stream().map(PendingCall::toState).toList(),
        List.of(),
        List.of(),
        packed.runs(),
        packed.alike(),
        packed.lone(),
        packed.progress(),
        packed.base().ids(),
        packed.base().at(),
        packed.base().offset(),
        packed.recent().bytes(),
        packed.earlier().bytes());
  }
}
