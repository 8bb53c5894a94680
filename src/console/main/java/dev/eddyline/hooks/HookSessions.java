package dev.eddyline.hooks;

import dev.eddyline.text.Hash;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What no single hook says of the recent sessions: whether a task waits for a person, which items
 * of its task list are completed, which agent it is, and which call is deferred at a gate. An
 * instance knows only the hooks that it received. Thread-safe.
 */
public final class HookSessions {

  private static final int MAX_SESSIONS = 1_000;

  /** Maximum of completed items of a task. */
  private static final int MAX_ITEMS = 1_000;

  /** Tasks that wait, by {@link HookContext#key}; the values have no meaning. */
  private final Map<Long, Boolean> waiting = newest();

  /** Hashes of the completed items of each task. */
  private final Map<Long, Set<Long>> completed = newest();

  /** Sessions of Copilot CLI; the values have no meaning. */
  private final Map<Long, Boolean> copilot = newest();

  /** Hash of the call that is deferred at each gate. */
  private final Map<Long, Long> deferred = newest();

  /** A map of the most recently used sessions. */
  private static <V> Map<Long, V> newest() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
        return size() > MAX_SESSIONS;
      }
    };
  }

  /** A task waits for a person. */
  synchronized void startWait(long task) {
    waiting.put(task, true);
  }

  /** Whether a task waits for a person. */
  synchronized boolean isWaiting(long task) {
    return waiting.containsKey(task);
  }

  /** A task continues. */
  synchronized void endWait(long task) {
    waiting.remove(task);
  }

  /** The number of completed items of a task's list once this one is completed. */
  synchronized int countWith(long task, String item) {
    Set<Long> items = completed.getOrDefault(task, Set.of());
    boolean isNew = items.size() < MAX_ITEMS && !items.contains(Hash.of(item));
    return items.size() + (isNew ? 1 : 0);
  }

  /** Completes an item of a task's list. */
  synchronized void complete(long task, String item) {
    Set<Long> items = completed.computeIfAbsent(task, none -> new HashSet<>());
    if (items.size() < MAX_ITEMS) {
      items.add(Hash.of(item));
    }
  }

  /** Copilot CLI is the agent of a session. */
  synchronized void rememberCopilot(long session) {
    copilot.put(session, true);
  }

  /** Whether Copilot CLI is the agent of a session. */
  synchronized boolean isCopilot(long session) {
    return copilot.containsKey(session);
  }

  /**
   * Defers a call at a gate. An agent that makes another call while one is deferred ignored the
   * deferral.
   *
   * @return whether no other call is deferred at the gate
   */
  synchronized boolean defer(String gateId, String call) {
    return deferred.computeIfAbsent(Hash.of(gateId), none -> Hash.of(call)) == Hash.of(call);
  }
}
