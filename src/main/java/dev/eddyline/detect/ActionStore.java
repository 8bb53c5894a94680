package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
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
    List<String> names = state.getActions().getNames();
    state.setActions(new Writer(history, Writer.NOTHING, names).kept());
    return history;
  }

  /** Makes the state keep a history. */
  static void keep(TaskState state, ActionHistory history) {
    LiveActions before = state.getActions() instanceof LiveActions live ? live : Writer.NOTHING;
    if (before.history() != history) {
      state.setActions(new Writer(history, before, before.getNames()).kept());
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

  /** A history as it is kept, in full. */
  static KeptActions write(ActionHistory history) {
    return write(new Writer(history, Writer.NOTHING, List.of()).kept());
  }

  /** What is kept, in full. */
  static KeptActions write(LiveActions live) {
    Numbers names = new Numbers(live.getNames());
    return new KeptActions(
        live.getNames(),
        live.calls().parts().stream().map(OpenCall::kept).toList(),
        live.recent().parts().stream().map(names::kept).toList(),
        live.earlier().parts().stream().map(names::kept).toList(),
        live.getRuns(),
        live.getAlike(),
        live.getLone(),
        live.getProgress());
  }

  /** Names of tools and agents, which are kept once each. */
  private record Numbers(List<String> names) {

    int of(String name) {
      int place = names.indexOf(name);
      if (place == NONE) {
        names.add(name);
        return names.size() - 1;
      }
      return place;
    }

    KeptAction kept(ToolAction action) {
      return new KeptAction(
          action.call(),
          of(action.tool()),
          of(action.agentId()),
          action.failed(),
          action.result() == null ? null : action.result().kept(),
          action.eventId(),
          action.at(),
          action.partition(),
          action.offset(),
          action.tokens(),
          action.costUsd() == 0 ? null : (Double) action.costUsd());
    }
  }

  private static final class Writer {

    /** Names that may stay although no action bears them any more. */
    private static final int FEW_NAMES = 16;

    private static final LiveActions NOTHING =
        new LiveActions(
            RepeatedAction.empty(),
            List.of(),
            Packed.none(),
            Packed.none(),
            Packed.none(),
            List.of(),
            null,
            List.of());

    private final ActionHistory history;
    private final LiveActions before;
    private final List<String> known;
    private final List<ToolAction> earlier = new ArrayList<>();

    /**
     * A writer of a history.
     *
     * @param before what was kept before it
     * @param known names that stay where they are as long as they are few, so that what is packed
     *     with their numbers stays good
     */
    Writer(ActionHistory history, LiveActions before, List<String> known) {
      this.history = history;
      this.before = before;
      this.known = known;
    }

    LiveActions kept() {
      List<KeptRun> runs = new ArrayList<>(history.runs().size());
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        runs.add(new KeptRun(run.length(), run.start() == null ? NONE : place(run.start())));
      }
      KeptAlike alike = history.alike() == null ? null : alike(history.alike());
      LiveActions kept = kept(runs, alike, before, new Numbers(new ArrayList<>(known)));
      boolean renumber = kept.getNames().size() > Math.max(FEW_NAMES, known.size());
      return renumber ? kept(runs, alike, NOTHING, new Numbers(new ArrayList<>())) : kept;
    }

    private LiveActions kept(
        List<KeptRun> runs, KeptAlike alike, LiveActions packed, Numbers numbers) {
      List<KeptResult> lone = new ArrayList<>(history.lone().size());
      for (LoneResult result : history.lone()) {
        lone.add(new KeptResult(numbers.of(result.tool()), result.result().kept()));
      }
      Packed.Form<ToolAction> form = (action, out) -> numbers.kept(action).customEncode(out);
      return new LiveActions(
          history,
          numbers.names(),
          packed.calls().with(history.pending(), (call, out) -> call.kept().customEncode(out)),
          packed.recent().with(history.recent(), form),
          packed.earlier().with(earlier, form),
          runs,
          alike,
          lone);
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
  }
}
