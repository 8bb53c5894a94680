package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Tool calls as a task's state keeps them: every event of the task reads and writes that state, so
 * names and actions that occur more than once stand there once.
 */
final class ActionStore {

  private static final int NONE = -1;

  private ActionStore() {}

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
    long at = 0;
    double costUsd = 0;
    for (KeptAction action : kept) {
      at += action.getAfter();
      costUsd = action.getCostUsd() == null ? costUsd : action.getCostUsd();
      actions.add(
          new ToolAction(
              action.getCall(),
              names.get(action.getTool()),
              action.getFailed(),
              action.getResult() == null ? null : Sketch.of(action.getResult()),
              names.get(action.getAgent()),
              action.getEventId(),
              at,
              action.getPartition(),
              action.getOffset(),
              action.getTokens(),
              costUsd));
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
    return new Writer(history).kept();
  }

  private static final class Writer {

    private final ActionHistory history;
    private final List<String> names = new ArrayList<>();
    private final List<ToolAction> earlier = new ArrayList<>();

    Writer(ActionHistory history) {
      this.history = history;
    }

    KeptActions kept() {
      List<KeptRun> runs = new ArrayList<>(history.runs().size());
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        runs.add(new KeptRun(run.length(), run.start() == null ? NONE : place(run.start())));
      }
      KeptAlike alike = history.alike() == null ? null : alike(history.alike());
      List<KeptResult> lone = new ArrayList<>(history.lone().size());
      for (LoneResult result : history.lone()) {
        lone.add(new KeptResult(name(result.tool()), result.result().kept()));
      }
      List<KeptAction> recent = actions(history.recent());
      List<KeptAction> before = actions(earlier);
      return new KeptActions(
          names,
          history.pending().stream().map(OpenCall::kept).toList(),
          recent,
          before,
          runs,
          alike,
          lone,
          history.progress());
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
      for (int place = 0; place < recent; place++) {
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
      return kept.call() == action.call()
          && kept.offset() == action.offset()
          && (action.result() == null ? kept.bare() : kept).equals(action);
    }

    private List<KeptAction> actions(List<ToolAction> actions) {
      List<KeptAction> kept = new ArrayList<>(actions.size());
      long at = 0;
      double costUsd = 0;
      for (ToolAction action : actions) {
        boolean same = Double.compare(action.costUsd(), costUsd) == 0;
        kept.add(
            new KeptAction(
                action.call(),
                name(action.tool()),
                name(action.agentId()),
                action.failed(),
                action.result() == null ? null : action.result().kept(),
                action.eventId(),
                action.at() - at,
                action.partition(),
                action.offset(),
                action.tokens(),
                same ? null : (Double) action.costUsd()));
        at = action.at();
        costUsd = action.costUsd();
      }
      return kept;
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
