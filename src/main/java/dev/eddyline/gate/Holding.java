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
 * What holds a root task while an event is ruled on: an open gate, a rejection or nothing. It is
 * read when it is first asked for, since few events of a held task do that.
 */
final class Holding {

  private @Nullable Supplier<RootHold> unread;
  private @Nullable RootHold hold;
  private List<Object> before = List.of();

  /** What is read here; null where nothing holds the root. */
  Holding(@Nullable Supplier<RootHold> unread) {
    this.unread = unread;
  }

  /** What holds the root, or null. */
  @Nullable RootHold hold() {
    if (unread != null) {
      hold = unread.get();
      unread = null;
      before = answers();
    }
    return hold;
  }

  /** Lets something else hold the root, or nothing. */
  void become(@Nullable RootHold other) {
    hold();
    hold = other;
  }

  /** The gate that waits for a decision, if any. */
  Optional<OpenGate> openGate() {
    RootHold now = hold();
    return now != null && now.getHold() instanceof OpenGate gate
        ? Optional.of(gate)
        : Optional.empty();
  }

  /** Whether a person ended the task. */
  boolean rejected() {
    RootHold now = hold();
    return now != null && now.getHold() instanceof Rejection;
  }

  /** Whether subtasks are answered by something else than before. */
  boolean turned() {
    return unread == null && !answers().equals(before);
  }

  /** What subtasks are answered by. */
  private List<Object> answers() {
    if (rejected()) {
      return List.of(Action.ABORT);
    }
    return openGate()
        .map(gate -> Arrays.<Object>asList(gate.getGateId(), gate.getAction(), gate.getTarget()))
        .orElse(List.of());
  }
}
