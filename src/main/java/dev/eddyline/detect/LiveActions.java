package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptCall;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import java.util.List;

/** Tool calls as a task's state keeps them, beside the history that they were made of. */
final class LiveActions extends KeptActions {

  private static final long serialVersionUID = 1L;

  private final transient ActionHistory history;
  private final transient List<ToolAction> behind;

  /**
   * A history and how it is kept.
   *
   * @param behind the actions that are kept as earlier ones
   */
  LiveActions(
      ActionHistory history,
      List<ToolAction> behind,
      List<String> names,
      List<KeptCall> pending,
      List<KeptAction> recent,
      List<KeptAction> earlier,
      List<KeptRun> runs,
      KeptAlike alike,
      List<KeptResult> lone) {
    super(names, pending, recent, earlier, runs, alike, lone, history.progress());
    this.history = history;
    this.behind = behind;
  }

  /** The same with these names. */
  LiveActions named(List<String> names) {
    return new LiveActions(
        history,
        behind,
        names,
        getPending(),
        getRecent(),
        getEarlier(),
        getRuns(),
        getAlike(),
        getLone());
  }

  /** The history that it was made of. */
  ActionHistory history() {
    return history;
  }

  /** The actions that are kept as earlier ones. */
  List<ToolAction> behind() {
    return behind;
  }
}
