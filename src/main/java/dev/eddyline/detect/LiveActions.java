package dev.eddyline.detect;

import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptCall;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.io.Encoder;

/** Tool calls of a cached task state: the decoded history, which is encoded only on flush. */
final class LiveActions extends KeptActions {

  private static final long serialVersionUID = 1L;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final transient ActionHistory history;

  /** The encoded form of this history once packed; until then, of an earlier one. */
  private transient PackedActions written;

  private transient boolean packed;

  /**
   * A decoded history.
   *
   * @param before the encoded form of an earlier history
   */
  LiveActions(ActionHistory history, PackedActions before) {
    super(
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        List.of(),
        history.progress(),
        "",
        0L,
        0L,
        NONE,
        NONE);
    this.history = history;
    written = before;
  }

  /** The history. */
  ActionHistory history() {
    return history;
  }

  /** The newest encoded form, of this history or of an earlier one. */
  PackedActions written() {
    return written;
  }

  /** The encoded form of the history. */
  PackedActions packed() {
    if (!packed) {
      written = PackedActions.of(history, written);
      packed = true;
    }
    return written;
  }

  @Override
  public void customEncode(Encoder out) throws IOException {
    packed().encode(out);
  }

  @Override
  public List<String> getNames() {
    return packed().names();
  }

  @Override
  public List<KeptCall> getPending() {
    return full().getPending();
  }

  @Override
  public String getIds() {
    return packed().base().ids();
  }

  @Override
  public long getAt() {
    return packed().base().at();
  }

  @Override
  public long getOffset() {
    return packed().base().offset();
  }

  @Override
  public ByteBuffer getNewest() {
    return packed().recent().bytes();
  }

  @Override
  public ByteBuffer getOlder() {
    return packed().earlier().bytes();
  }

  @Override
  public List<KeptRun> getRuns() {
    return packed().runs();
  }

  @Override
  public KeptAlike getAlike() {
    return packed().alike();
  }

  @Override
  public List<KeptResult> getLone() {
    return packed().lone();
  }

  /** The complete record, for access by field. */
  @Override
  public Object get(int field) {
    return full().get(field);
  }

  private KeptActions full() {
    return ActionStore.write(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeptActions kept
        && full().equals(kept instanceof LiveActions live ? live.full() : kept);
  }

  @Override
  public int hashCode() {
    return full().hashCode();
  }
}
