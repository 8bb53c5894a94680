package dev.eddyline.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Agents as values of a label: the first so many that this process meets, all others as one. Safe
 * for use by many threads.
 */
final class Agents {

  /** Stands for every agent beyond the limit. */
  static final String OTHER = "other";

  /** Agents that have a value of their own. */
  static final int MOST = 50;

  private static final int LONGEST = 64;

  private final Map<String, String> values = new ConcurrentHashMap<>();

  /** The value for an agent. */
  String of(String agentId) {
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
