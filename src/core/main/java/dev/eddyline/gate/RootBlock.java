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
final class RootBlock {

  private @Nullable Supplier<RootHold> blockLoader;
  private @Nullable RootHold currentBlock;
  private List<Object> loadedSubtaskView = List.of();

  /** A block that this supplier loads; null if the root is not blocked. */
  RootBlock(@Nullable Supplier<RootHold> loader) {
    this.blockLoader = loader;
  }

  /** The current block, or null. */
  @Nullable RootHold currentBlock() {
    if (blockLoader != null) {
      currentBlock = blockLoader.get();
      blockLoader = null;
      loadedSubtaskView = blockAsSeenBySubtasks();
    }
    return currentBlock;
  }

  /** Replaces the block; null removes it. */
  void replaceBlock(@Nullable RootHold replacement) {
    currentBlock();
    currentBlock = replacement;
  }

  /** The open gate, if any. */
  Optional<OpenGate> openGate() {
    RootHold now = currentBlock();
    return now != null && now.getHold() instanceof OpenGate gate
        ? Optional.of(gate)
        : Optional.empty();
  }

  /** A person's rejection of the task, if any. */
  Optional<Rejection> rejection() {
    RootHold now = currentBlock();
    return now != null && now.getHold() instanceof Rejection rejection
        ? Optional.of(rejection)
        : Optional.empty();
  }

  /** Whether the reply to subtasks changed. */
  boolean hasChangedForSubtasks() {
    return blockLoader == null && !blockAsSeenBySubtasks().equals(loadedSubtaskView);
  }

  /** The part of the block that determines the reply to subtasks. */
  private List<Object> blockAsSeenBySubtasks() {
    return rejection()
        .map(rejection -> List.<Object>of(Action.ABORT, rejection.getEventId()))
        .or(this::gateAsSeenBySubtasks)
        .orElse(List.of());
  }

  private Optional<List<Object>> gateAsSeenBySubtasks() {
    return openGate()
        .map(gate -> Arrays.<Object>asList(gate.getGateId(), gate.getAction(), gate.getTarget()));
  }
}
