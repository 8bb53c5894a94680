package dev.eddyline.outcome;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.PackedReader;
import dev.eddyline.state.PartCodec;
import dev.eddyline.text.WordBag;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The binary form of {@link OutcomeHistory}: numbers and sets of hashes, in the order of it. */
final class OutcomeCodec implements PartCodec<OutcomeHistory> {

  private static final List<ToolIntent> INTENTS = List.of(ToolIntent.values());

  private static final int STEP = 1;
  private static final int WAITS = 2;
  private static final int CONTENT = 4;
  private static final int COMMAND = 8;
  private static final int BREAK = 16;
  private static final int LATE = 32;

  private static final int SUCCEEDED = 1;
  private static final int FAILED = 2;
  private static final int CHANGED = 4;

  @Override
  public void write(OutcomeHistory history, ByteEncoder out) {
    out.writeInt(history.open().size());
    for (OpenCall call : history.open()) {
      out.writeFixedLong(call.callId());
      out.writeFixedShort(call.agent());
      out.writeFixedLong(call.identity());
      out.writeFixedShort(call.tool());
      out.writeFixedInt(call.frame());
      out.writeByte(
          (call.isStep() ? STEP : 0)
              | (call.waits() ? WAITS : 0)
              | (call.content() == null ? 0 : CONTENT)
              | (call.isCommand() ? COMMAND : 0)
              | (call.isLate() ? LATE : 0)
              | (call.isAfterBreak() ? BREAK : 0));
      out.writeByte(INTENTS.indexOf(call.intent()));
      write(call.operands(), out);
      write(call.names(), out);
      if (call.content() != null) {
        write(call.content(), out);
      }
    }
    out.writeInt(history.calls().size());
    for (PreviousCall call : history.calls()) {
      out.writeFixedShort(call.agent());
      out.writeFixedInt(call.call());
      out.writeFixedInt(call.result());
      out.writeByte(
          (call.hasSucceeded() ? SUCCEEDED : 0)
              | (call.hasChanged() ? CHANGED : 0)
              | (call.hasFailed() ? FAILED : 0));
    }
    out.writeLong(history.errors().calls());
    out.writeInt(history.errors().errors().size());
    for (RecentErrors.CallError error : history.errors().errors()) {
      out.writeFixedInt(error.error());
      out.writeFixedShort(error.tool());
      out.writeLong(history.errors().calls() - error.call());
    }
    Items items = history.items();
    for (RecentHashes hashes :
        List.of(history.lines(), items.offered(), items.used(), items.frames())) {
      write(hashes.older(), out);
      write(hashes.newer(), out);
    }
    out.writeBoolean(items.isEnumeration());
    out.writeInt(history.noise().edges().size());
    for (Noise.EdgeLine edge : history.noise().edges()) {
      out.writeFixedShort(edge.line());
      out.writeFixedShort(edge.call());
      out.writeInt(edge.calls());
    }
    out.writeLong(history.rhythm().resultAt());
    out.writeInt(history.rhythm().pauses().size());
    for (Rhythm.Pause pause : history.rhythm().pauses()) {
      out.writeFixedShort(pause.call());
      out.writeInt(pause.millis());
    }
    out.writeInt(history.writings().contents().size());
    for (Writings.Content content : history.writings().contents()) {
      out.writeFixedShort(content.agent());
      write(content.words(), out);
      out.writeBoolean(content.isNewest());
    }
    out.writeInt(history.turns().agents().size());
    for (Turns.Turn turn : history.turns().agents()) {
      out.writeFixedShort(turn.agent());
      out.writeBoolean(turn.hasOthersWork());
    }
    out.writeInt(history.idleSteps());
  }

  private static void write(WordBag words, ByteEncoder out) {
    out.writeInt(words.count());
    out.writeBytes(words.packed());
  }

  private static void write(CompactHashes hashes, ByteEncoder out) {
    out.writeBytes(hashes.stored());
  }

  @Override
  public OutcomeHistory read(ByteBuffer bytes) {
    PackedReader in = new PackedReader(bytes);
    List<OpenCall> open = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      open.add(openCall(in));
    }
    List<PreviousCall> calls = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      int agent = in.fixedShort();
      int call = in.fixedInt();
      int result = in.fixedInt();
      int flags = in.nextByte();
      calls.add(
          new PreviousCall(
              agent,
              call,
              result,
              (flags & SUCCEEDED) != 0,
              (flags & CHANGED) != 0,
              (flags & FAILED) != 0));
    }
    return new OutcomeHistory(
        open,
        calls,
        errors(in),
        recent(in),
        new Items(recent(in), recent(in), recent(in), in.nextByte() != 0),
        noise(in),
        rhythm(in),
        writings(in),
        turns(in),
        (int) in.number());
  }

  private static RecentErrors errors(PackedReader in) {
    long calls = in.number();
    List<RecentErrors.CallError> errors = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      errors.add(new RecentErrors.CallError(in.fixedInt(), in.fixedShort(), calls - in.number()));
    }
    return new RecentErrors(errors, calls);
  }

  private static Noise noise(PackedReader in) {
    List<Noise.EdgeLine> edges = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      edges.add(new Noise.EdgeLine(in.fixedShort(), in.fixedShort(), (int) in.number()));
    }
    return new Noise(edges);
  }

  private static Rhythm rhythm(PackedReader in) {
    long resultAt = in.number();
    List<Rhythm.Pause> pauses = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      pauses.add(new Rhythm.Pause(in.fixedShort(), (int) in.number()));
    }
    return new Rhythm(pauses, resultAt);
  }

  private static Writings writings(PackedReader in) {
    List<Writings.Content> contents = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      contents.add(new Writings.Content(in.fixedShort(), words(in), in.nextByte() != 0));
    }
    return new Writings(contents);
  }

  private static Turns turns(PackedReader in) {
    List<Turns.Turn> agents = new ArrayList<>();
    for (long left = in.number(); left > 0; left--) {
      agents.add(new Turns.Turn(in.fixedShort(), in.nextByte() != 0));
    }
    return new Turns(agents);
  }

  private static WordBag words(PackedReader in) {
    return WordBag.ofPacked((int) in.number(), in.sized());
  }

  private static OpenCall openCall(PackedReader in) {
    long callId = in.fixed();
    int agent = in.fixedShort();
    long identity = in.fixed();
    int tool = in.fixedShort();
    int frame = in.fixedInt();
    int flags = in.nextByte();
    return new OpenCall(
        callId,
        agent,
        identity,
        tool,
        frame,
        INTENTS.get(in.nextByte()),
        (flags & STEP) != 0,
        (flags & COMMAND) != 0,
        (flags & WAITS) != 0,
        (flags & LATE) != 0,
        (flags & BREAK) != 0,
        CompactHashes.ofBytes(in.sized()),
        CompactHashes.ofBytes(in.sized()),
        (flags & CONTENT) == 0 ? null : words(in));
  }

  private static RecentHashes recent(PackedReader in) {
    return new RecentHashes(CompactHashes.ofBytes(in.sized()), CompactHashes.ofBytes(in.sized()));
  }
}
