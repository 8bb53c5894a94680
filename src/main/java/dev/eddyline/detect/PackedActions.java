package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * The encoded form of a history of tool calls: repeated names and actions are stored once, and
 * unchanged parts are not encoded again.
 *
 * @param names names of tools and agents, referenced by index
 * @param base common values of the actions
 * @param calls the pending calls
 * @param recent the newest actions
 * @param earlier older actions that are still referenced
 */
record PackedActions(
    List<String> names,
    ActionBase base,
    Packed<PendingCall> calls,
    Packed<ToolAction> recent,
    Packed<ToolAction> earlier,
    List<KeptRun> runs,
    KeptAlike alike,
    List<KeptResult> lone,
    long progress) {

  /** No earlier encoded form. */
  static final PackedActions NOTHING = named(List.of(), ActionBase.NONE);

  /** Index for "no action". */
  static final int NONE = -1;

  /** Maximum names that stay although no action uses them. */
  private static final int FEW_NAMES = 16;

  /** An empty form with these names and this base. */
  static PackedActions named(List<String> names, ActionBase base) {
    return new PackedActions(
        names, base, Packed.none(), Packed.none(), Packed.none(), List.of(), null, List.of(), 0);
  }

  /**
   * Encodes a history.
   *
   * @param before the earlier encoded form: its name indices are reused while there are few names,
   *     so that packed parts stay valid
   */
  static PackedActions of(ActionHistory history, PackedActions before) {
    ActionBase base = before.base().of(history.recent());
    PackedActions known = base.equals(before.base()) ? before : before.on(base);
    PackedActions packed = new Writer(history).packed(known);
    boolean renumber = packed.names().size() > Math.max(FEW_NAMES, before.names().size());
    return renumber
        ? new Writer(history).packed(NOTHING.on(ActionBase.NONE.of(history.recent())))
        : packed;
  }

  /** A copy without actions, with another base. */
  private PackedActions on(ActionBase other) {
    return new PackedActions(
        names, other, calls, Packed.none(), Packed.none(), runs, alike, lone, progress);
  }

  /** Writes the same bytes as the generated record, in Avro's binary form only. */
  void encode(Encoder out) throws IOException {
    Packed.write(names, (name, to) -> to.writeString(name), out);
    calls.writeTo(out);
    Packed.write(List.<KeptAction>of(), KeptAction::customEncode, out);
    Packed.write(List.<KeptAction>of(), KeptAction::customEncode, out);
    Packed.write(runs, KeptRun::customEncode, out);
    out.writeIndex(alike == null ? 0 : 1);
    if (alike != null) {
      alike.customEncode(out);
    }
    Packed.write(lone, KeptResult::customEncode, out);
    out.writeLong(progress);
    out.writeString(base.ids());
    out.writeLong(base.at());
    out.writeLong(base.offset());
    recent.writeBytesTo(out);
    earlier.writeBytesTo(out);
  }

  /** Distinct names of tools and agents, by index. */
  record Numbers(List<String> names) {

    int of(String name) {
      int place = names.indexOf(name);
      if (place < 0) {
        names.add(name);
        return names.size() - 1;
      }
      return place;
    }

    String at(int place) {
      return names.get(place);
    }
  }

  private static final class Writer {

    private final ActionHistory history;
    private final List<ToolAction> earlier = new ArrayList<>();

    Writer(ActionHistory history) {
      this.history = history;
    }

    PackedActions packed(PackedActions before) {
      List<KeptRun> runs = new ArrayList<>(history.runs().size());
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        runs.add(new KeptRun(run.length(), run.start() == null ? NONE : place(run.start())));
      }
      KeptAlike alike =
          history.similarResultRun() == null ? null : alike(history.similarResultRun());
      Numbers numbers = new Numbers(new ArrayList<>(before.names()));
      List<KeptResult> lone = new ArrayList<>(history.unmatchedResults().size());
      for (UnmatchedResult result : history.unmatchedResults()) {
        lone.add(new KeptResult(numbers.of(result.tool()), result.result().kept()));
      }
      Packed.Form<ToolAction> form = new ActionForm(numbers, before.base())::write;
      return new PackedActions(
          numbers.names(),
          before.base(),
          before.calls().with(history.pending(), (call, out) -> call.toState().customEncode(out)),
          before.recent().with(history.recent(), form),
          before.earlier().with(earlier, form),
          runs,
          alike,
          lone,
          history.progress());
    }

    private KeptAlike alike(SimilarResultRun run) {
      return new KeptAlike(
          place(run.first()),
          run.distinctCallCount(),
          run.totalCallCount(),
          run.otherToolCallCount(),
          run.isSameObject(),
          run.areResultsEqual(),
          place(run.last()),
          run.argumentWords().words().kept());
    }

    /** Index of an action; an action without a result matches the same one with a result. */
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
              && (action.result() == null ? kept.withoutResult() : kept).equals(action);
    }
  }
}
