package dev.eddyline.topics;

import java.util.Arrays;
import java.util.Optional;

/** The role of a topic, by which code refers to it. */
public enum TopicRole {
  AGENT_EVENTS,
  GATE_DECISIONS,
  LOOP_POLICIES,
  WORKFLOW_GRAPHS,
  PROGRESS_EVALUATIONS,
  LOOP_VERDICTS,
  GATE_TRIGGERS,
  LOOP_RESETS,
  DECISION_RECEIPTS,
  GRAPH_FINDINGS,
  PROGRESS_EVALUATION_REQUESTS,
  LOOP_MEMORY,
  EDDYLINE_SIGNALS,
  EDDYLINE_JOURNAL,
  AGENT_EVENTS_DLQ;

  /** The role's key in the catalogue, which is its topic's name before any prefix. */
  public String key() {
    return EnumNames.lowerCaseName(this, '-');
  }

  static Optional<TopicRole> ofKey(String key) {
    return Arrays.stream(values()).filter(role -> role.key().equals(key)).findFirst();
  }
}
