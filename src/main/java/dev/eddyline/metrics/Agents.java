package dev.eddyline.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Label values for agents: each of the first agents has its own, all others share one; or all
 * agents share one where they must not be named. Thread-safe.
 */
final class Agents {

  /** The value for agents beyond the limit. */
  static final String OTHER = "other";

  /** The value for all agents where they are not named. */
  static final String UNNAMED = "agent";

  /** Agents that have a value of their own. */
  static final int MOST = 50;

  private static final int LONGEST = 64;

  private final Map<String, String> values = new ConcurrentHashMap<>();
  private final boolean named;

  /** Creates label values for named or unnamed agents. */
  Agents(boolean named) {
    this.named = named;
  }

  /** The label value of an agent. */
  String of(String agentId) {
    if (!named) {
      return UNNAMED;
    }
    String known = values.get(agentId);
    if (known != null) {
      return known;
    }
    // at the limit no agent is added, so no thread waits for another
    return values.size() < MOST ? take(agentId) : values.getOrDefault(agentId, OTHER);
  }

  private synchronized String take(String agentId) {
    return values.size() < MOST
        ? values.computeIfAbsent(agentId, Agents::value)
        : values.getOrDefault(agentId, OTHER);
  }

  /**
   * Sanitizes an agent's name, which the agent itself chose: a label must be short and on one line.
   */
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
