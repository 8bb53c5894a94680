package dev.eddyline.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Agents as values of a label: the first so many that this process meets, all others as one; or one
 * value for all, where agents must not be named. Safe for use by many threads.
 */
final class Agents {

  /** Stands for every agent beyond the limit. */
  static final String OTHER = "other";

  /** Stands for every agent where none is named. */
  static final String UNNAMED = "agent";

  /** Agents that have a value of their own. */
  static final int MOST = 50;

  private static final int LONGEST = 64;

  private final Map<String, String> values = new ConcurrentHashMap<>();
  private final boolean named;

  /** Values for agents that are named, or not. */
  Agents(boolean named) {
    this.named = named;
  }

  /** The value for an agent. */
  String of(String agentId) {
    if (!named) {
      return UNNAMED;
    }
    String known = values.get(agentId);
    if (known != null) {
      return known;
    }
    // once as many are known, none is added any more: no thread waits for another
    return values.size() < MOST ? take(agentId) : values.getOrDefault(agentId, OTHER);
  }

  private synchronized String take(String agentId) {
    return values.size() < MOST
        ? values.computeIfAbsent(agentId, Agents::value)
        : values.getOrDefault(agentId, OTHER);
  }

  /** Agents name themselves: a label must be short and of one line. */
  private static String value(String agentId) {
    StringBuilder value = new StringBuilder();
    agentId
        .codePoints()
        .limit(LONGEST)
        .forEach(point -> value.appendCodePoint(isPlain(point) ? point : '?'));
    return value.isEmpty() ? "?" : value.toString();
  }

  private static boolean isPlain(int point) {
    return !Character.isISOControl(point)
        && Character.getType(point) != Character.SURROGATE
        && Character.getType(point) != Character.LINE_SEPARATOR
        && Character.getType(point) != Character.PARAGRAPH_SEPARATOR;
  }
}
