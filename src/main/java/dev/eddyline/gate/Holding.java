package dev.eddyline.gate;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The block of a root task: an open gate, a rejection or nothing. It is loaded on first use, since
 * few events of a blocked task need it.
 */
final class Holding {

  private @Nullable Supplier<RootHold> unread;
  private @Nullable RootHold hold;
  private List<Object> before = List.of();

  /** A block that this supplier loads; null if the root is not blocked. */
  Holding(@Nullable Supplier<RootHold> unread) {
    this.unread = unread;
  }

  /** The current block, or null. */
  @Nullable RootHold hold() {
    if (unread != null) {
      hold = unread.get();
      unread = null;
      before = answers();
    }
    return hold;
  }

  /** Replaces the block; null removes it. */
  void become(@Nullable RootHold other) {
    hold();
    hold = other;
  }

  /** The open gate, if any. */
  Optional<OpenGate> openGate() {
    RootHold now = hold();
    return now != null && now.getHold() instanceof OpenGate gate
        ? Optional.of(gate)
        : Optional.empty();
  }

  /** Whether a person rejected the task. */
  boolean rejected() {
    RootHold now = hold();
    return now != null && now.getHold() instanceof Rejection;
  }

  /** Whether the reply to subtasks changed. */
  boolean turned() {
    return unread == null && !answers().equals(before);
  }

  /** The part of the block that determines the reply to subtasks. */
  private List<Object> answers() {
    if (rejected()) {
      return List.of(Action.ABORT);
    }
    return openGate()
        .map(gate -> Arrays.<Object>asList(gate.getGateId(), gate.getAction(), gate.getTarget()))
        .orElse(List.of());
  }
}
