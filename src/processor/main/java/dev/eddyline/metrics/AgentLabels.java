package dev.eddyline.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Label values for agents: each of the first agents has its own, all others share one; or all
 * agents share one where they must not be named. Thread-safe.
 */
final class AgentLabels {

  /** The value for agents beyond the limit. */
  static final String OTHER = "other";

  /** The value for all agents where they are not named. */
  static final String UNNAMED = "agent";

  /** Agents that have a value of their own. */
  static final int MAX_LABELLED_AGENTS = 50;

  private static final int MAX_LABEL_LENGTH = 64;

  private final Map<String, String> labelByAgentId = new ConcurrentHashMap<>();
  private final boolean named;

  /** Creates label values for named or unnamed agents. */
  AgentLabels(boolean named) {
    this.named = named;
  }

  /** The label value of an agent. */
  String labelFor(String agentId) {
    if (!named) {
      return UNNAMED;
    }
    String known = labelByAgentId.get(agentId);
    if (known != null) {
      return known;
    }
    // at the limit no agent is added, so no thread waits for another
    return labelByAgentId.size() < MAX_LABELLED_AGENTS
        ? getOrAddLabel(agentId)
        : labelByAgentId.getOrDefault(agentId, OTHER);
  }

  private synchronized String getOrAddLabel(String agentId) {
    return labelByAgentId.size() < MAX_LABELLED_AGENTS
        ? labelByAgentId.computeIfAbsent(agentId, AgentLabels::sanitizeAgentName)
        : labelByAgentId.getOrDefault(agentId, OTHER);
  }

  /**
   * Sanitizes an agent's name, which the agent itself chose: a label must be short and on one line.
   */
  private static String sanitizeAgentName(String agentId) {
    StringBuilder value = new StringBuilder();
    agentId
        .codePoints()
        .limit(MAX_LABEL_LENGTH)
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
