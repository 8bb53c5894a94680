package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptAlike;
import dev.eddyline.schema.KeptCall;
import dev.eddyline.schema.KeptResult;
import dev.eddyline.schema.KeptRun;
import java.io.IOException;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * Tool calls as a task's state keeps them, beside the history that they were made of. What is many
 * is packed: {@link ActionStore#write} gives the same in full.
 */
final class LiveActions extends KeptActions {

  private static final long serialVersionUID = 1L;

  private final transient ActionHistory history;
  private final transient Packed<OpenCall> packedCalls;
  private final transient Packed<ToolAction> packedRecent;
  private final transient Packed<ToolAction> packedEarlier;

  LiveActions(
      ActionHistory history,
      List<String> names,
      Packed<OpenCall> calls,
      Packed<ToolAction> recent,
      Packed<ToolAction> earlier,
      List<KeptRun> runs,
      KeptAlike alike,
      List<KeptResult> lone) {
    super(names, List.of(), List.of(), List.of(), runs, alike, lone, history.progress());
    this.history = history;
    packedCalls = calls;
    packedRecent = recent;
    packedEarlier = earlier;
  }

  /** The history that it was made of. */
  ActionHistory history() {
    return history;
  }

  /** The calls under way. */
  Packed<OpenCall> calls() {
    return packedCalls;
  }

  /** The newest actions. */
  Packed<ToolAction> recent() {
    return packedRecent;
  }

  /** The actions that are kept as earlier ones. */
  Packed<ToolAction> earlier() {
    return packedEarlier;
  }

  /**
   * As the class that this extends writes itself, field by field in the schema's order; in Avro's
   * binary form only.
   */
  @Override
  public void customEncode(Encoder out) throws IOException {
    Packed.write(getNames(), (name, to) -> to.writeString(name), out);
    packedCalls.writeTo(out);
    packedRecent.writeTo(out);
    packedEarlier.writeTo(out);
    Packed.write(getRuns(), KeptRun::customEncode, out);
    out.writeIndex(getAlike() == null ? 0 : 1);
    if (getAlike() != null) {
      getAlike().customEncode(out);
    }
    Packed.write(getLone(), KeptResult::customEncode, out);
    out.writeLong(getProgress());
  }

  @Override
  public List<KeptCall> getPending() {
    return ActionStore.write(this).getPending();
  }

  @Override
  public List<KeptAction> getRecent() {
    return ActionStore.write(this).getRecent();
  }

  @Override
  public List<KeptAction> getEarlier() {
    return ActionStore.write(this).getEarlier();
  }

  /** In full, for who reads it field by field. */
  @Override
  public Object get(int field) {
    return ActionStore.write(this).get(field);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeptActions kept && ActionStore.write(this).equals(full(kept));
  }

  private static KeptActions full(KeptActions kept) {
    return kept instanceof LiveActions live ? ActionStore.write(live) : kept;
  }

  @Override
  public int hashCode() {
    return ActionStore.write(this).hashCode();
  }
}
