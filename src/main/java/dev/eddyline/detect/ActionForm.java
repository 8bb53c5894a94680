package dev.eddyline.detect;

import dev.eddyline.avro.PackedReader;
import dev.eddyline.schema.BagOfWords;
import dev.eddyline.text.WordBag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * Binary form of an action. In order: a number of flags; the indices of tool and agent in the
 * names; the hashes of call, result, facts and template and the cost in US dollars (8 bytes each);
 * the result's word count and counters; the event's id, event time, partition and offset; the
 * task's tokens before it. Other numbers have Avro's variable length; lengths are in bytes.
 *
 * @param names names of tools and agents, referenced by index
 * @param base common values, which are left out
 */
record ActionForm(PackedActions.Numbers names, ActionBase base) {

  private static final int FAILED = 1;
  private static final int RESULT = 2;
  private static final int FACTS = 4;
  private static final int TEMPLATE = 8;
  private static final int COUNTERS = 16;
  private static final int COST = 32;
  private static final int PROBLEM = 64;

  /** Maximum number of 8-byte values. */
  private static final int LONG_NUMBERS = 5;

  private static final ByteBuffer NO_COUNTERS = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** Writes an action. */
  void write(ToolAction action, Encoder out) throws IOException {
    Sketch result = action.result();
    BagOfWords words = result == null ? null : result.words().kept();
    int there = there(action, words);
    out.writeInt(there);
    out.writeInt(names.of(action.tool()));
    out.writeInt(names.of(action.agentId()));
    ByteBuffer fixed = ByteBuffer.allocate(LONG_NUMBERS * Long.BYTES).putLong(action.call());
    if (result != null) {
      fixed.putLong(result.text());
      put(result.facts(), there & FACTS, fixed);
      put(result.template(), there & TEMPLATE, fixed);
    }
    put(Double.doubleToRawLongBits(action.costUsd()), there & COST, fixed);
    out.writeFixed(fixed.array(), 0, fixed.position());
    if (result != null) {
      out.writeInt(words.getCount());
      if ((there & COUNTERS) != 0) {
        out.writeBytes(words.getCounters().duplicate());
      }
    }
    boolean begins = action.eventId().startsWith(base.ids());
    String rest = begins ? action.eventId().substring(base.ids().length()) : action.eventId();
    byte[] id = rest.getBytes(StandardCharsets.UTF_8);
    out.writeInt(id.length << 1 | (begins ? 1 : 0));
    out.writeFixed(id);
    out.writeLong(action.at() - base.at());
    out.writeInt(action.partition());
    out.writeLong(action.offset() - base.offset());
    if ((there & COST) != 0) {
      out.writeLong(action.tokens());
    }
  }

  private static int there(ToolAction action, BagOfWords words) {
    int there = action.failed() ? FAILED : 0;
    there |= action.tokens() != 0 || action.costUsd() != 0 ? COST : 0;
    Sketch result = action.result();
    if (result != null) {
      there |= RESULT;
      there |= result.facts() == Sketch.NO_FACTS ? 0 : FACTS;
      there |= result.template() == 0 ? 0 : TEMPLATE;
      there |= words.getCounters().hasRemaining() ? COUNTERS : 0;
      there |= result.clean() ? 0 : PROBLEM;
    }
    return there;
  }

  private static void put(long number, int there, ByteBuffer fixed) {
    if (there != 0) {
      fixed.putLong(number);
    }
  }

  /** Reads actions written one after the other. */
  List<ToolAction> read(ByteBuffer kept) {
    PackedReader in = new PackedReader(kept);
    List<ToolAction> actions = new ArrayList<>();
    while (in.hasMore()) {
      actions.add(next(in));
    }
    return actions;
  }

  private ToolAction next(PackedReader in) {
    int there = (int) in.number();
    String tool = names.at((int) in.number());
    String agent = names.at((int) in.number());
    long call = in.fixed();
    boolean has = (there & RESULT) != 0;
    long text = has ? in.fixed() : 0;
    long facts = (there & FACTS) == 0 ? Sketch.NO_FACTS : in.fixed();
    long template = (there & TEMPLATE) == 0 ? 0 : in.fixed();
    double costUsd = (there & COST) == 0 ? 0 : Double.longBitsToDouble(in.fixed());
    boolean clean = (there & PROBLEM) == 0;
    Sketch result = has ? new Sketch(text, facts, template, words(there, in), clean) : null;
    String id = id(in);
    long at = base.at() + in.number();
    int partition = (int) in.number();
    long offset = base.offset() + in.number();
    long tokens = (there & COST) == 0 ? 0 : in.number();
    boolean failed = (there & FAILED) != 0;
    return new ToolAction(
        call, tool, failed, result, agent, id, at, partition, offset, tokens, costUsd);
  }

  private static WordBag words(int there, PackedReader in) {
    int count = (int) in.number();
    ByteBuffer counters = (there & COUNTERS) == 0 ? NO_COUNTERS : counters(in);
    return WordBag.of(new BagOfWords(count, counters));
  }

  private String id(PackedReader in) {
    int told = (int) in.number();
    byte[] rest = new byte[within(told >>> 1, in)];
    in.fill(rest);
    String ends = new String(rest, StandardCharsets.UTF_8);
    return (told & 1) == 0 ? ends : base.ids() + ends;
  }

  private static ByteBuffer counters(PackedReader in) {
    return in.slice(within((int) in.number(), in));
  }

  private static int within(int length, PackedReader in) {
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException(
          "an action claims %d bytes, only %d are left".formatted(length, in.remaining()));
    }
    return length;
  }
}
