package dev.eddyline.hooks;

import dev.eddyline.text.Hash;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What no single hook says of the recent sessions: whether a task waits for a person, which items
 * of its task list are completed, and which call is deferred at a gate. An instance knows only the
 * hooks that it received. Thread-safe.
 */
public final class HookSessions {

  private static final int MAX_SESSIONS = 1_000;

  /** Maximum of completed items of a task. */
  private static final int MAX_ITEMS = 1_000;

  /** Tasks that wait, by hash; the values have no meaning. */
  private final Map<Long, Boolean> waiting = newest();

  /** Hashes of the completed items of each task. */
  private final Map<Long, Set<Long>> completed = newest();

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
  synchronized void startWait(String task) {
    waiting.put(Hash.of(task), true);
  }

  /** A task continues; whether it waited. */
  synchronized boolean endWait(String task) {
    return waiting.remove(Hash.of(task)) != null;
  }

  /** Completes an item of a task's list; the number of its completed items. */
  synchronized int complete(String task, String item) {
    Set<Long> items = completed.computeIfAbsent(Hash.of(task), none -> new HashSet<>());
    if (items.size() < MAX_ITEMS) {
      items.add(Hash.of(item));
    }
    return items.size();
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
