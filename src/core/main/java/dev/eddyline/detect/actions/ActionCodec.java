package dev.eddyline.detect.actions;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.PackedReader;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.KeptNear;
import dev.eddyline.state.AvroCodec;
import dev.eddyline.state.PartCodec;
import dev.eddyline.text.WordBag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binary form of a history of tool calls. In order: the names of tools and agents, which are then
 * referenced by index; the pending calls; the recent actions; earlier actions that are still
 * referenced; runs; the newest run of similar results; unmatched results; the progress count; calls
 * compared by meaning. An action is referenced by its index among the recent and earlier ones. Of
 * its event's id, time and offset only the difference to the action before it is written. Hashes
 * take 8 bytes; other numbers have a variable length.
 */
final class ActionCodec implements PartCodec<ActionHistory> {

  /** Index of no action. */
  private static final int NO_ACTION = -1;

  private static final int RETRY = 1;
  private static final int ONLY_WAITS = 2;
  private static final int POLL = 4;
  private static final int MODEL_INPUT = 8;

  private static final int FAILED = 1;
  private static final int RESULT = 2;
  private static final int COST = 4;

  /** Bits of an action's flags below its outcome, which is 0 without one. */
  private static final int OUTCOME = 3;

  private static final int FACTS = 1;
  private static final int TEMPLATE = 2;
  private static final int CLEAN = 4;
  private static final int FAILURE = 8;

  private static final int SAME_OBJECT = 1;
  private static final int EQUAL_RESULTS = 2;

  private static final AvroCodec<KeptNear> NEAR = new AvroCodec<>(KeptNear.class);

  @Override
  public void write(ActionHistory history, ByteEncoder out) throws IOException {
    new Writer(history, out).write();
  }

  @Override
  public ActionHistory read(ByteBuffer bytes) throws IOException {
    return new Reader(bytes).read();
  }

  /** Writes one history. */
  private static final class Writer {

    private final ActionHistory history;
    private final ByteEncoder out;
    private final List<String> names = new ArrayList<>();
    private final List<ToolAction> earlier = new ArrayList<>();

    Writer(ActionHistory history, ByteEncoder out) {
      this.history = history;
      this.out = out;
    }

    void write() throws IOException {
      SimilarResultRun similar = history.similarResultRun();
      collectNamesAndEarlierActions(similar);
      out.writeInt(names.size());
      names.forEach(out::writeString);
      out.writeInt(history.pending().size());
      history.pending().forEach(this::writeCall);
      writeActions(history.recent());
      writeActions(earlier);
      out.writeInt(history.runs().size());
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        out.writeInt(run.length());
        out.writeInt(run.start() == null ? NO_ACTION : index(run.start()));
      }
      out.writeBoolean(similar != null);
      if (similar != null) {
        writeSimilar(similar);
      }
      out.writeInt(history.unmatchedResults().size());
      for (UnmatchedResult result : history.unmatchedResults()) {
        out.writeInt(names.indexOf(result.tool()));
        writeSketch(result.result());
      }
      out.writeLong(history.progress());
      KeptNear near = history.nearCalls().toState();
      if (near != null) {
        NEAR.write(near, out);
      }
    }

    private void collectNamesAndEarlierActions(@Nullable SimilarResultRun similar) {
      for (Periodicity.Run<ToolAction> run : history.runs()) {
        if (run.start() != null) {
          index(run.start());
        }
      }
      if (similar != null) {
        index(similar.first());
        index(similar.last());
      }
      history.recent().forEach(this::collectNames);
      earlier.forEach(this::collectNames);
      history.unmatchedResults().forEach(result -> collectName(result.tool()));
    }

    private void collectNames(ToolAction action) {
      collectName(action.tool());
      collectName(action.agentId());
    }

    private void collectName(String name) {
      if (!names.contains(name)) {
        names.add(name);
      }
    }

    /** Index of an action; an action without a result matches the same one with a result. */
    private int index(ToolAction action) {
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

    @SuppressWarnings("ReferenceEquality") // identity, before the comparison of all fields
    private static boolean isSame(ToolAction known, ToolAction action) {
      return known == action
          || known.call() == action.call()
              && known.offset() == action.offset()
              && (action.result() == null ? known.withoutResult() : known).equals(action);
    }

    private void writeCall(PendingCall call) {
      String input = call.sentenceModelInput();
      out.writeByte(
          (call.retry() ? RETRY : 0)
              | (call.onlyWaits() ? ONLY_WAITS : 0)
              | (call.isPoll() ? POLL : 0)
              | (input == null ? 0 : MODEL_INPUT));
      out.writeFixedLong(call.callId());
      out.writeFixedLong(call.call());
      writeWords(call.argumentWords());
      out.writeLong(call.silenceMillis());
      if (input != null) {
        out.writeString(input);
      }
    }

    private void writeActions(List<ToolAction> actions) {
      out.writeInt(actions.size());
      String id = "";
      long at = 0;
      long offset = 0;
      for (ToolAction action : actions) {
        boolean hasCost = action.tokens() != 0 || action.costUsd() != 0;
        Sketch result = action.result();
        out.writeByte(
            (action.failed() ? FAILED : 0)
                | (result == null ? 0 : RESULT)
                | (hasCost ? COST : 0)
                | (action.outcome() == null ? 0 : action.outcome().place() + 1 << OUTCOME));
        out.writeInt(names.indexOf(action.tool()));
        out.writeInt(names.indexOf(action.agentId()));
        out.writeFixedLong(action.call());
        int shared = sharedLength(id, action.eventId());
        out.writeInt(shared);
        out.writeText(action.eventId(), shared);
        out.writeLong(action.at() - at);
        out.writeInt(action.partition());
        out.writeLong(action.offset() - offset);
        if (hasCost) {
          out.writeLong(action.tokens());
          out.writeFixedLong(Double.doubleToRawLongBits(action.costUsd()));
        }
        if (result != null) {
          writeSketch(result);
        }
        id = action.eventId();
        at = action.at();
        offset = action.offset();
      }
    }

    /** Number of characters that two ids share at their start; a surrogate pair is not split. */
    private static int sharedLength(String before, String id) {
      int most = Math.min(before.length(), id.length());
      int shared = 0;
      while (shared < most && before.charAt(shared) == id.charAt(shared)) {
        shared++;
      }
      return shared > 0 && Character.isHighSurrogate(id.charAt(shared - 1)) ? shared - 1 : shared;
    }

    private void writeSketch(Sketch result) {
      boolean hasFacts = result.facts() != Sketch.NO_FACTS;
      boolean hasTemplate = result.template() != 0;
      out.writeByte(
          (hasFacts ? FACTS : 0)
              | (hasTemplate ? TEMPLATE : 0)
              | (result.clean() ? CLEAN : 0)
              | (result.failing() ? FAILURE : 0));
      out.writeFixedLong(result.text());
      if (hasFacts) {
        out.writeFixedLong(result.facts());
      }
      if (hasTemplate) {
        out.writeFixedLong(result.template());
      }
      writeWords(result.words());
    }

    private void writeWords(WordBag words) {
      out.writeInt(words.count());
      out.writeBytes(words.packed());
    }

    private void writeSimilar(SimilarResultRun run) {
      out.writeByte(
          (run.isSameObject() ? SAME_OBJECT : 0) | (run.areResultsEqual() ? EQUAL_RESULTS : 0));
      out.writeInt(index(run.first()));
      out.writeInt(index(run.last()));
      out.writeInt(run.distinctCallCount());
      out.writeInt(run.totalCallCount());
      out.writeInt(run.otherToolCallCount());
      writeWords(run.argumentWords());
    }
  }

  /** Reads one history. */
  private static final class Reader {

    private final PackedReader in;
    private final List<String> names = new ArrayList<>();

    Reader(ByteBuffer bytes) {
      in = new PackedReader(bytes);
    }

    ActionHistory read() throws IOException {
      for (int left = number(); left > 0; left--) {
        names.add(in.text());
      }
      List<PendingCall> pending = new ArrayList<>();
      for (int left = number(); left > 0; left--) {
        pending.add(call());
      }
      List<ToolAction> recent = actions();
      List<ToolAction> all = new ArrayList<>(recent);
      all.addAll(actions());
      List<Periodicity.Run<ToolAction>> runs = new ArrayList<>();
      for (int left = number(); left > 0; left--) {
        int length = number();
        int start = number();
        runs.add(
            new Periodicity.Run<>(
                length, start == NO_ACTION ? null : all.get(start).withoutResult()));
      }
      SimilarResultRun similar = in.nextByte() == 0 ? null : similar(all);
      List<UnmatchedResult> unmatched = new ArrayList<>();
      for (int left = number(); left > 0; left--) {
        unmatched.add(new UnmatchedResult(name(), sketch()));
      }
      long progress = in.number();
      NearCalls near =
          in.hasMore() ? NearCalls.fromState(NEAR.read(in.slice(in.remaining()))) : NearCalls.NONE;
      return new ActionHistory(pending, recent, runs, similar, unmatched, progress, near);
    }

    private int number() {
      return (int) in.number();
    }

    private String name() {
      return names.get(number());
    }

    private PendingCall call() {
      int flags = in.nextByte();
      long callId = in.fixed();
      long call = in.fixed();
      WordBag words = words();
      long silence = in.number();
      return new PendingCall(
          callId,
          call,
          (flags & RETRY) != 0,
          (flags & ONLY_WAITS) != 0,
          (flags & POLL) != 0,
          words,
          silence,
          (flags & MODEL_INPUT) == 0 ? null : in.text());
    }

    private List<ToolAction> actions() {
      int count = number();
      List<ToolAction> actions = new ArrayList<>(Math.min(count, in.remaining()));
      String id = "";
      long at = 0;
      long offset = 0;
      for (int left = count; left > 0; left--) {
        int flags = in.nextByte();
        String tool = name();
        String agent = name();
        long call = in.fixed();
        id = id.substring(0, number()) + in.text();
        at += in.number();
        int partition = number();
        offset += in.number();
        boolean hasCost = (flags & COST) != 0;
        long tokens = hasCost ? in.number() : 0;
        double costUsd = hasCost ? Double.longBitsToDouble(in.fixed()) : 0;
        Sketch result = (flags & RESULT) == 0 ? null : sketch();
        boolean failed = (flags & FAILED) != 0;
        int place = flags >> OUTCOME;
        Outcome outcome = place == 0 ? null : Outcome.of(place - 1);
        actions.add(
            new ToolAction(
                call, tool, failed, result, outcome, agent, id, at, partition, offset, tokens,
                costUsd));
      }
      return actions;
    }

    private Sketch sketch() {
      int flags = in.nextByte();
      long text = in.fixed();
      long facts = (flags & FACTS) == 0 ? Sketch.NO_FACTS : in.fixed();
      long template = (flags & TEMPLATE) == 0 ? 0 : in.fixed();
      return new Sketch(
          text, facts, template, words(), (flags & CLEAN) != 0, (flags & FAILURE) != 0);
    }

    private WordBag words() {
      return WordBag.ofPacked(number(), in.sized());
    }

    private SimilarResultRun similar(List<ToolAction> all) {
      int flags = in.nextByte();
      ToolAction first = all.get(number()).withoutResult();
      ToolAction last = all.get(number());
      return new SimilarResultRun(
          first,
          number(),
          number(),
          number(),
          (flags & SAME_OBJECT) != 0,
          (flags & EQUAL_RESULTS) != 0,
          last,
          words());
    }
  }
}
