package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptCall;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import dev.eddyline.schema.TaskState;
import java.util.ArrayList;
import java.util.List;

/**
 * Tool calls as a task's state keeps them: every event of the task writes that state, so names and
 * actions that occur more than once stand there once, and what did not change is not made anew.
 */
final class ActionStore {

  private static final int NONE = -1;

  private ActionStore() {}

  /** The history that a task's state keeps; the state remembers it. */
  static ActionHistory of(TaskState state) {
    if (state.getActions() instanceof LiveActions live) {
      return live.history();
    }
    ActionHistory history = read(state.getActions());
    state.setActions(
        new Writer(history, Writer.NOTHING.named(state.getActions().getNames())).kept());
    return history;
  }

  /** Makes the state keep a history. */
  static void keep(TaskState state, ActionHistory history) {
    LiveActions before = state.getActions() instanceof LiveActions live ? live : Writer.NOTHING;
    if (before.history() != history) {
      state.setActions(new Writer(history, before).kept());
    }
  }

  /** The history that is kept. */
  static ActionHistory read(KeptActions kept) {
    List<ToolAction> recent = actions(kept.getRecent(), kept.getNames());
    List<ToolAction> all = new ArrayList<>(recent);
    all.addAll(actions(kept.getEarlier(), kept.getNames()));
    List<Periodicity.Run<ToolAction>> runs = new ArrayList<>(kept.getRuns().size());
    for (KeptRun run : kept.getRuns()) {
      int start = run.getStart();
      runs.add(
          new Periodicity.Run<>(run.getLength(), start == NONE ? null : all.get(start).bare()));
    }
    List<LoneResult> lone = new ArrayList<>(kept.getLone().size());
    for (KeptResult result : kept.getLone()) {
      lone.add(
          new LoneResult(kept.getNames().get(result.getTool()), Sketch.of(result.getResult())));
    }
    return new ActionHistory(
        kept.getPending().stream().map(OpenCall::of).toList(),
        recent,
        runs,
        kept.getAlike() == null ? null : alike(kept.getAlike(), all),
        lone,
        kept.getProgress());
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

  private static AlikeRun alike(KeptAlike kept, List<ToolAction> all) {
    return new AlikeRun(
        all.get(kept.getFirst()).bare(),
        kept.getCount(),
        kept.getCalls(),
        kept.getOthers(),
        kept.getLittle(),
        kept.getSame(),
        all.get(kept.getLast()),
        WordBag.of(kept.getArguments()));
  }

  /** The history to be kept. */
  static KeptActions write(ActionHistory history) {
    return new Writer(history, Writer.NOTHING).kept();
  }

  private static final class Writer {

    /** Names that may stay although no action bears them any more. */
    private static final int FEW_NAMES = 16;

    private static final LiveActions NOTHING =
        new LiveActions(
            RepeatedAction.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of());

    private final ActionHistory history;
    private final List<String> names;
    private final List<ToolAction> earlier = new ArrayList<>();
    private LiveActions before;

    /**
     * A writer of a history.
     *
     * @param before what was kept before it: names stay where they are as long as they are few, so
     *     that what is encoded with their numbers stays good
     */
    Writer(ActionHistory history, LiveActions before) {
      this.history = history;
      this.before = before;
      names = new ArrayList<>(before.getNames());
    }

    LiveActions kept() {
      List<KeptRun> runs = new ArrayList<>(history.runs().size());
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        runs.add(new KeptRun(run.length(), run.start() == null ? NONE : place(run.start())));
      }
      KeptAlike alike = history.alike() == null ? null : alike(history.alike());
      LiveActions kept = kept(runs, alike);
      if (names.size() > before.getNames().size() && names.size() > FEW_NAMES) {
        names.clear();
        before = NOTHING;
        return kept(runs, alike);
      }
      return kept;
    }

    private LiveActions kept(List<KeptRun> runs, KeptAlike alike) {
      List<KeptResult> lone = new ArrayList<>(history.lone().size());
      for (LoneResult result : history.lone()) {
        lone.add(new KeptResult(name(result.tool()), result.result().kept()));
      }
      return new LiveActions(
          history,
          earlier,
          names,
          calls(),
          actions(history.recent(), before.history().recent(), before.getRecent()),
          actions(earlier, before.behind(), before.getEarlier()),
          runs,
          alike,
          lone);
    }

    private List<KeptCall> calls() {
      List<KeptCall> calls = new ArrayList<>(history.pending().size());
      List<OpenCall> known = before.history().pending();
      int from = 0;
      for (OpenCall call : history.pending()) {
        int place = placeOf(call, known, from);
        calls.add(place == NONE ? new Encoded.Call(call) : before.getPending().get(place));
        from = place == NONE ? from : place + 1;
      }
      return calls;
    }

    private KeptAlike alike(AlikeRun run) {
      return new KeptAlike(
          place(run.first()),
          run.count(),
          run.calls(),
          run.others(),
          run.little(),
          run.same(),
          place(run.last()),
          run.arguments().kept());
    }

    /** Where an action stands; a bare one may stand there with its result. */
    private int place(ToolAction action) {
      int recent = history.recent().size();
      for (int place = recent - 1; place >= 0; place--) {
        if (isSame(history.recent().get(place), action)) {
          return place;
        }
      }
      for (int place = 0; place < earlier.size(); place++) {
        if (isSame(earlier.get(place), action)) {
          return recent + place;
        }
      }
      earlier.add(action);
      return recent + earlier.size() - 1;
    }

    private static boolean isSame(ToolAction kept, ToolAction action) {
      return kept == action
          || kept.call() == action.call()
              && kept.offset() == action.offset()
              && (action.result() == null ? kept.bare() : kept).equals(action);
    }

    private List<KeptAction> actions(
        List<ToolAction> actions, List<ToolAction> known, List<KeptAction> encoded) {
      List<KeptAction> kept = new ArrayList<>(actions.size());
      int from = 0;
      for (ToolAction action : actions) {
        int tool = name(action.tool());
        int agent = name(action.agentId());
        int place = placeOf(action, known, from);
        boolean same =
            place != NONE
                && encoded.get(place) instanceof Encoded.Action old
                && old.isNamed(tool, agent);
        kept.add(same ? encoded.get(place) : new Encoded.Action(action, tool, agent));
        from = place == NONE ? from : place + 1;
      }
      return kept;
    }

    /** Where the very same object stands, from a place on; what stays keeps its order. */
    private static <T> int placeOf(T one, List<T> all, int from) {
      for (int place = from; place < all.size(); place++) {
        if (all.get(place) == one) {
          return place;
        }
      }
      return NONE;
    }

    private int name(String name) {
      int place = names.indexOf(name);
      if (place == NONE) {
        names.add(name);
        return names.size() - 1;
      }
      return place;
    }
  }
}
