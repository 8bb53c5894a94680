package dev.eddyline.demo;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Tracks which gates were opened and which are still open. */
final class GateTracker {

  private final Map<String, GateTrigger> openByRoot = new HashMap<>();
  private final Map<String, GateTrigger> opened = new LinkedHashMap<>();

  /** Records a change of a gate. */
  synchronized void record(SpecificRecord output) {
    if (output instanceof GateTrigger gate) {
      if (gate.getState() == GateState.CLOSED) {
        openByRoot.remove(gate.getRootTaskId());
      } else {
        openByRoot.put(gate.getRootTaskId(), gate);
        opened.putIfAbsent(gate.getGateId(), gate);
      }
      notifyAll();
    }
  }

  /** Waits for a gate of a root to open, and returns it. */
  synchronized Optional<GateTrigger> awaitOpen(String root, Duration limit)
      throws InterruptedException {
    await(limit, root, true);
    return Optional.ofNullable(openByRoot.get(root));
  }

  /** Waits until a root's gate is closed. */
  synchronized void awaitClosed(String root, Duration limit) throws InterruptedException {
    await(limit, root, false);
  }

  private void await(Duration limit, String root, boolean open) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toMillis();
        openByRoot.containsKey(root) != open && left > 0;
        left = (end - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
  }

  /** The gates that were opened for these root tasks, in the order of their opening. */
  synchronized List<GateTrigger> openedFor(Collection<String> roots) {
    return opened.values().stream().filter(gate -> roots.contains(gate.getRootTaskId())).toList();
  }
}
