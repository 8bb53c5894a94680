package dev.eddyline.hooks;

import dev.eddyline.text.Hash;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What no single hook says of the recent sessions: whether a task waits for a person, which items
 * of its task list are completed, and which call of a session is deferred. An instance knows only
 * the hooks that it received. Thread-safe.
 */
public final class HookSessions {

  private static final int MAX_SESSIONS = 1_000;

  /** Maximum of completed items of a task. */
  private static final int MAX_ITEMS = 1_000;

  /** Tasks that wait, by hash; the values have no meaning. */
  private final Map<Long, Boolean> waiting = newest();

  /** Hashes of the completed items of each task. */
  private final Map<Long, Set<Long>> completed = newest();

  /** Hash of the deferred call of each session. */
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
   * Defers a call of a session. An agent that makes another call while one is deferred ignored the
   * deferral.
   *
   * @return whether the session has no other deferred call
   */
  synchronized boolean defer(String session, String call) {
    return deferred.computeIfAbsent(Hash.of(session), none -> Hash.of(call)) == Hash.of(call);
  }

  /** Whether a call is deferred: the agent makes it again. */
  synchronized boolean isDeferred(String session, String call) {
    Long other = deferred.get(Hash.of(session));
    return other != null && other == Hash.of(call);
  }

  /** The session's next call may be deferred. */
  synchronized void endDeferral(String session) {
    deferred.remove(Hash.of(session));
  }
}
